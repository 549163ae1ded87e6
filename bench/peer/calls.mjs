// Measures calls of the platform in a Worker that does nothing else: the share of the runtime in every request.
import { performance } from "node:perf_hooks";
import { Log, LogLevel, Miniflare } from "miniflare";
import { median } from "../cost/time.mjs";
import { spentByRuntime } from "../metering/load.mjs";
import { Connection } from "./connection.mjs";

const ROUNDS = 7;
const ROUND_MS = 400;

/** Calls by name, as source of functions of the bindings and a number that never repeats. */
const CALLS = {
  "no call": "() => {}",
  "message to a Durable Object": `(env) => env.OBJECT.getByName("one").ask(MESSAGE)`,
  "message to a Durable Object, one row written": `(env) => env.OBJECT.getByName("one").write(MESSAGE)`,
  "batch of two statements of D1": `(env, number) => env.DB.batch([
    env.DB.prepare("SELECT 1 AS one WHERE 1 = ?1").bind(1),
    env.DB.prepare("SELECT id, body FROM row WHERE id BETWEEN ?1 AND ?2").bind(number % 1000, number % 1000 + 3)])`,
  "batch with a row of 9 kB, as base64 text": `(env) => env.DB.batch([env.DB.prepare("SELECT text FROM packed")])`,
  "batch with a row of 9 kB, as a blob": `(env) => env.DB.batch([env.DB.prepare("SELECT bytes FROM packed")])`,
  "record of KV": `(env) => env.KV.get("record")`,
  "answer that the platform's cache has not": `async (env, number) => (await caches.open("answers")).match("https://cache/" + number)`,
  "answer written to the platform's cache": `async (env, number) => (await caches.open("answers")).put(
    "https://cache/" + number, new Response("x".repeat(800), { headers: { "cache-control": "max-age=86400" } }))`,
};

const SCRIPT = `
import { DurableObject } from "cloudflare:workers";
const MESSAGE = "x".repeat(400);
export class Counter extends DurableObject {
  constructor(state, env) {
    super(state, env);
    state.storage.sql.exec("CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, body TEXT)");
  }
  ask(message) {
    return message;
  }
  write(message) {
    this.ctx.storage.sql.exec("INSERT OR REPLACE INTO row VALUES (1, ?)", message);
    return message;
  }
}
const CALLS = [${Object.values(CALLS).join(", ")}];
let number = 0;
export default {
  async fetch(request, env) {
    number += 1;
    await CALLS[new URL(request.url).pathname.slice(1)](env, number);
    return new Response("x".repeat(700));
  },
};
`;

/** Returns milliseconds of processor time for a request with each call, and without one. Connections send at once. */
export async function callCosts(connections) {
  const mf = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    log: new Log(LogLevel.WARN),
    modules: true,
    script: SCRIPT,
    compatibilityDate: "2026-04-01",
    durableObjects: { OBJECT: { className: "Counter", useSQLite: true } },
    d1Databases: ["DB"],
    kvNamespaces: ["KV"],
  });
  try {
    const { hostname, port, host } = await mf.ready;
    const database = await mf.getD1Database("DB");
    await database.exec("CREATE TABLE row (id INTEGER PRIMARY KEY, body TEXT)");
    await database.exec(
      "INSERT INTO row WITH RECURSIVE id(id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM id LIMIT 2000) SELECT id, hex(randomblob(200)) FROM id",
    );
    await database.exec("CREATE TABLE packed AS SELECT randomblob(9000) AS bytes");
    await database.exec("ALTER TABLE packed ADD COLUMN text TEXT");
    const [{ bytes }] = (await database.prepare("SELECT bytes FROM packed").all()).results;
    await database.prepare("UPDATE packed SET text = ?1").bind(Buffer.from(bytes).toString("base64")).run();
    await (await mf.getKVNamespace("KV")).put("record", "x".repeat(300));
    const clients = Array.from({ length: connections }, () => new Connection(hostname, Number(port)));
    const samples = Object.keys(CALLS).map(() => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [at, of] of samples.entries()) {
        const request = Buffer.from(`GET /${at} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        const [spentBefore, until] = [spentByRuntime(), performance.now() + ROUND_MS];
        let sent = 0;
        await Promise.all(
          clients.map(async (client) => {
            for (; performance.now() < until; sent += 1) await client.send(request);
          }),
        );
        // In the first round, the engine compiles.
        if (round > 0) of.push((spentByRuntime() - spentBefore) / sent);
      }
    }
    for (const client of clients) client.close();
    return Object.fromEntries(Object.keys(CALLS).map((name, at) => [name, median(samples[at])]));
  } finally {
    await mf.dispose();
  }
}
