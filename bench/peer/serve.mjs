// Starts the plain Worker in workerd, over a state folder that import.mjs filled.
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";
import { Log, LogLevel, Miniflare } from "miniflare";
import { siteAssets } from "../../scripts/local-edge.mjs";
import { inRoot } from "../../scripts/project.mjs";

const UNLIMITED = 1_000_000_000;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Writes a key's record and returns its secret. The Worker looks keys up by SHA-256 and does not check the form. */
async function createKey(kv) {
  const secret = `ohk_live_${[...randomBytes(38)].map((byte) => DIGITS[byte % 62]).join("")}`;
  const digest = createHash("sha256").update(secret).digest("hex");
  const record = {
    id: `key_${digest.slice(0, 12)}`,
    account_id: "acc_0000000001",
    scopes: ["data:search"],
    access_level: "raw",
    status: "active",
    expires_at: null,
  };
  await kv.put(`credential/${digest}`, JSON.stringify(record));
  await kv.put(`account/${record.account_id}`, JSON.stringify({ plan: "local", status: "active" }));
  await kv.put("plan/data/local", JSON.stringify({ per_minute: UNLIMITED, per_month: UNLIMITED }));
  return secret;
}

/**
 * Starts the plain Worker, with Overheard's static files beside it if `site` says so. Returns its URL, a key's secret
 * and how to stop it.
 */
export async function startPlainWorker(state, { site = false, inspectorPort } = {}) {
  const bundle = await build({
    entryPoints: [inRoot("bench", "peer", "worker", "index.ts")],
    nodePaths: [inRoot("bench", "node_modules")],
    bundle: true,
    minify: inspectorPort === undefined,
    format: "esm",
    target: "es2022",
    write: false,
  });
  const mf = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    log: new Log(LogLevel.WARN),
    name: "plain",
    modules: [{ type: "ESModule", path: "index.js", contents: bundle.outputFiles[0].text }],
    compatibilityDate: "2026-04-01",
    d1Databases: { DB: "peer" },
    d1Persist: join(state, "d1"),
    kvNamespaces: { KEYS: "keys" },
    kvPersist: join(state, "kv"),
    bindings: { RESULT_CACHE: "on", QUOTA: "kv" },
    ...(site && { assets: siteAssets() }),
    ...(inspectorPort !== undefined && { inspectorPort }),
  });
  const url = (await mf.ready).origin;
  const secret = await createKey(await mf.getKVNamespace("KEYS"));
  return { name: "plain", url, secret, mf, stop: () => mf.dispose() };
}
