// Calls of the platform that the module waits for. One call of JavaScript starts each, and one call of the module ends
// it: every other crossing of a value, a promise or a function between the two costs as much as a row of a query.
import * as module from "worker-module";
import { guarded, instanceId } from "./instance.js";

export { ParquetFile } from "./parquet.js";

const encoder = new TextEncoder();

/**
 * Ends call `id` with the bytes of a promise, or without any if it is undefined. Ends it with a failure if the promise
 * is rejected, and as late after `milliseconds`.
 */
function end(id, promise, milliseconds) {
  const started = instanceId();
  // Calls the module, unless the instance that made the call is gone.
  const finish = (run) => {
    clearTimeout(timer);
    if (started === instanceId()) guarded(run);
  };
  const timer = setTimeout(() => finish(() => module.end_late(id)), milliseconds);
  promise.then(
    (bytes) => finish(() => module.end_well(id, bytes)),
    (error) => finish(() => module.end_badly(id, messageOf(error))),
  );
}

/** Returns the message of an error. D1 wraps the database's own one, which says more. */
const messageOf = (error) => error?.cause?.message ?? error?.message ?? String(error);

/**
 * Runs statements on a D1 database as one batch. `statements` is JSON: a list of `[text, values]`. The call ends with
 * JSON: for each statement `[rows read, rows written, bytes of the database, columns, rows]`. A row is the list of its
 * values.
 */
export function runBatch(id, milliseconds, database, statements) {
  const run = async () => {
    const prepared = JSON.parse(statements).map(([sql, values]) => database.prepare(sql).bind(...values));
    const results = await database.batch(prepared);
    return encoder.encode(JSON.stringify(results.map(packResult)));
  };
  end(id, run(), milliseconds);
}

/** Opens a session of a D1 database, in which replicas may answer. `start` is a constraint or a bookmark. */
export const openSession = (database, start) => database.withSession(start);

/** Returns the bookmark of the last batch of a session, if there is one. */
export const bookmarkOf = (session) => session.getBookmark() ?? undefined;

function packResult({ meta, results }) {
  const columns = results.length > 0 ? Object.keys(results[0]) : [];
  return [meta?.rows_read ?? 0, meta?.rows_written ?? 0, meta?.size_after ?? 0, columns, results.map(Object.values)];
}

/** Sends a message to the Durable Object of a name, in a jurisdiction unless it is empty. The call ends with the answer. */
export function askObject(id, milliseconds, namespace, jurisdiction, name, part, message) {
  const ask = async () => {
    const objects = jurisdiction === "" ? namespace : namespace.jurisdiction(jurisdiction);
    const [isAnswer, text] = await objects.getByName(name).ask(part, message);
    if (!isAnswer) throw text;
    return encoder.encode(text);
  };
  end(id, ask(), milliseconds);
}

/** The platform's caches by name, opened once. */
const openCaches = new Map();

function openCache(name) {
  const opened = openCaches.get(name) ?? caches.open(name);
  openCaches.set(name, opened);
  return opened;
}

/** Reads a cached text. The call ends without bytes if there is none. */
export function readCached(id, milliseconds, cache, address) {
  const read = async () => (await (await openCache(cache)).match(address))?.bytes();
  end(id, read(), milliseconds);
}

/** Caches a text. */
export function writeCached(id, milliseconds, cache, address, cacheControl, text) {
  const write = async () =>
    (await openCache(cache)).put(address, new Response(text, { headers: { "cache-control": cacheControl } }));
  end(id, write(), milliseconds);
}

/**
 * Posts a body. `head` has the name and the value of each header, each on a line. The call ends with a line of JSON,
 * `[status, code of an exception, counts]`, and the body of the response.
 */
export function post(id, milliseconds, address, head, body) {
  const lines = head.split("\n");
  const headers = {};
  for (let at = 0; at + 1 < lines.length; at += 2) headers[lines[at]] = lines[at + 1];
  const send = async () => {
    const response = await fetch(address, {
      method: "POST",
      headers,
      // The bytes are in the module's memory, which the module reuses.
      body: body.slice(),
      redirect: "manual",
      // Ends the request of a call that has ended as late.
      signal: AbortSignal.timeout(milliseconds + 100),
    });
    const named = ["X-ClickHouse-Exception-Code", "X-ClickHouse-Summary"].map((name) => response.headers.get(name));
    const first = encoder.encode(`${JSON.stringify([response.status, ...named])}\n`);
    return new Uint8Array(await new Blob([first, await response.arrayBuffer()]).arrayBuffer());
  };
  end(id, send(), milliseconds);
}

/** Waits for some milliseconds. Returns the number of the timer. */
export function sleep(id, milliseconds) {
  const started = instanceId();
  return setTimeout(() => started === instanceId() && guarded(() => module.end_well(id)), milliseconds);
}

/** Ends a sleep whose call was dropped. */
export const endSleep = (timer) => clearTimeout(timer);

/** Returns a function that ends the extension of a request's lifetime. */
export function keepAlive(context) {
  const { promise, resolve } = Promise.withResolvers();
  context.waitUntil(promise);
  return resolve;
}

/**
 * Returns a response. `head` has the name and the value of each header, each on a line. Headers of the same name become
 * a list, so there must be one Set-Cookie at most. The platform reads an object three times as fast as pairs.
 */
export function respond(status, head, body) {
  const lines = head.split("\n");
  const headers = {};
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [name, value] = [lines[at], lines[at + 1]];
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return new Response(body.length > 0 ? body.slice() : null, { status, headers });
}
