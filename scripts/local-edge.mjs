// Runs the Worker in workerd on this machine through Miniflare, for the local edge and for the tests.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "smol-toml";
import { Log, LogLevel, Miniflare } from "./miniflare.mjs";
import { inRoot, renderer, root, siteFolder, worker as builtWorker } from "./project.mjs";
import { snapshot } from "./replace.mjs";
import { Failure } from "./step.mjs";

const HOST = "127.0.0.1";
const EVERY_MINUTE = "* * * * *";

// Miniflare passes these to workerd. With collector threads, workerd 1.20260730.1 sometimes repeats one sweeping task
// forever, with a processor at 100 %, and answers nothing more.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= "--single-threaded-gc";

/**
 * The supported parts of wrangler.toml. Any other part would silently be missing locally. The last two configure the
 * platform only: workerd itself neither stores logs nor limits run time.
 */
const SUPPORTED_KEYS = [
  "name",
  "main",
  "compatibility_date",
  "compatibility_flags",
  "build",
  "vars",
  "kv_namespaces",
  "d1_databases",
  "durable_objects",
  "migrations",
  "version_metadata",
  "r2_buckets",
  "queues",
  "triggers",
  "services",
  "assets",
  "workers_dev",
  "preview_urls",
  "observability",
  "limits",
];

/** A log on standard error. Standard output is for the scripts. */
class StderrLog extends Log {
  log(message) {
    process.stderr.write(`${message}\n`);
  }
}

function configuration(file = inRoot("wrangler.toml")) {
  const config = parse(readFileSync(file, "utf8"));
  const unknown = Object.keys(config).filter((key) => !SUPPORTED_KEYS.includes(key));
  if (unknown.length > 0) {
    throw new Failure(
      `${relative(root, file)}: ${unknown.join(", ")} is not understood by scripts/local-edge.mjs. Understood: ${SUPPORTED_KEYS.join(", ")}`,
    );
  }
  return config;
}

/**
 * Starts the built Worker and applies the migrations.
 *
 * - `port`: 0 means any free port.
 * - `bindings`: added to the variables of wrangler.toml.
 * - `persistTo`: a folder in the layout of `wrangler dev`. Without it, all data is deleted with the edge.
 * - `entry`: the text of a module that wraps the Worker, which it imports as "./index.js".
 * - `worker`: the paths of its build.
 * - `withNames`: runs the module with the names of its functions, for profiles.
 * - `inspectorPort`: makes the runtime's inspector available; 0 means any free port.
 * - `site`: the folder of static files beside the Worker. `false` removes them, and the router that serves them.
 *
 * The edge serves a snapshot of the static files, so a build may replace them. `renew` switches to the current build.
 */
export async function startLocalEdge({
  port = 0,
  bindings = {},
  persistTo,
  entry,
  site = inRoot(configuration().assets.directory),
  hasRenderer = () => existsSync(renderer.wasm),
  worker = builtWorker,
  withNames = false,
  inspectorPort,
} = {}) {
  if (![worker.script, siteFolder].every(existsSync)) throw new Failure("the Worker is not built: run `npm run build`");
  const config = configuration();
  const options = () => ({
    host: HOST,
    port,
    // The local edge does not use request.cf, and fetching it would need the network.
    cf: false,
    log: new StderrLog(LogLevel.WARN),
    handleRuntimeStdio: (stdout, stderr) =>
      [stdout, stderr].forEach((stream) => stream.on("data", (text) => process.stderr.write(text))),
    workers: [
      {
        name: config.name,
        modulesRoot: worker.build,
        modules: [
          ...(entry ? [{ type: "ESModule", path: join(worker.build, "entry.js"), contents: entry }] : []),
          { type: "ESModule", path: worker.script },
          { type: "CompiledWasm", path: worker.wasm, ...(withNames && { contents: readFileSync(worker.named) }) },
        ],
        compatibilityDate: config.compatibility_date,
        compatibilityFlags: config.compatibility_flags,
        bindings: { ...config.vars, ...versionMetadata(config, worker), ...bindings },
        kvNamespaces: Object.fromEntries((config.kv_namespaces ?? []).map(({ binding, id }) => [binding, id])),
        d1Databases: Object.fromEntries(
          (config.d1_databases ?? []).map(({ binding, database_id }) => [binding, database_id]),
        ),
        durableObjects: durableObjects(config),
        r2Buckets: Object.fromEntries(
          (config.r2_buckets ?? []).map(({ binding, bucket_name }) => [binding, bucket_name]),
        ),
        ...queues(config, hasRenderer()),
        ...(site && { assets: assets(config, snapshot(site)) }),
        serviceBindings: Object.fromEntries((config.services ?? []).map(({ binding, service }) => [binding, service])),
      },
      rendering(configuration(renderer.configuration), hasRenderer()),
    ],
    ...(persistTo && { defaultPersistRoot: persistTo }),
    ...(inspectorPort !== undefined && { inspectorPort }),
  });
  const mf = new Miniflare(options());
  try {
    const url = (await mf.ready).origin;
    for (const database of config.d1_databases ?? [])
      await applyMigrations(await mf.getD1Database(database.binding), join(root, database.migrations_dir));
    const clock = schedule(mf, config);
    const renew = async () => {
      await mf.setOptions(options());
      // The scheduled handler queues waiting jobs.
      await clock.tick();
    };
    return { mf, url, renew, ...clock };
  } catch (error) {
    await mf.dispose();
    throw error;
  }
}

/** Replaces the renderer until it is built. It gets no requests, because jobs wait in the queue. */
const NOT_BUILT = 'export default { fetch: () => new Response("it is not built yet", { status: 503 }) };';

/**
 * Returns the Worker that renders reports as PDF. Miniflare reads files of all Workers from the folder of the first
 * one. This Worker therefore gets its fonts from workerd's own disk service, which responds as the platform's does.
 */
function rendering(config, isBuilt) {
  const { name, compatibility_date: compatibilityDate } = config;
  if (!isBuilt) return { name, compatibilityDate, modules: true, script: NOT_BUILT };
  return {
    name,
    modulesRoot: renderer.root,
    modules: [
      ...renderer.scripts.map((path) => ({ type: "ESModule", path })),
      { type: "CompiledWasm", path: renderer.wasm },
    ],
    compatibilityDate,
    serviceBindings: { [config.assets.binding]: { disk: { path: join(renderer.root, config.assets.directory) } } },
  };
}

/**
 * Returns the static files of a folder. They are served before the Worker runs, except on paths that the settings give
 * to the Worker first.
 */
function assets({ assets: { binding, run_worker_first = false } }, directory) {
  const first = Array.isArray(run_worker_first)
    ? { static_routing: { user_worker: run_worker_first } }
    : { invoke_user_worker_ahead_of_assets: run_worker_first };
  return { directory, binding, routerConfig: { ...first, has_user_worker: true } };
}

/** Miniflare's options of the site's static files, for another Worker. */
export const siteAssets = () => assets(configuration(), snapshot(siteFolder));

/**
 * Triggers the scheduled handler every minute until the edge is stopped. No other schedule is supported. `tick`
 * triggers it at once.
 */
function schedule(mf, { triggers: { crons = [] } = {} }) {
  const other = crons.find((cron) => cron !== EVERY_MINUTE);
  if (other)
    throw new Failure(
      `wrangler.toml: the cron '${other}' is not understood by scripts/local-edge.mjs. Understood: ${EVERY_MINUTE}`,
    );
  const tick = async () => (await mf.getWorker()).scheduled({ cron: EVERY_MINUTE });
  if (crons.length === 0) return { tick };
  const timer = setInterval(
    () => tick().catch((error) => process.stderr.write(`the clock: ${error.message}\n`)),
    60_000,
  ).unref();
  const dispose = mf.dispose.bind(mf);
  mf.dispose = async () => {
    clearInterval(timer);
    await dispose();
  };
  return { tick };
}

/**
 * Returns the queues that the Worker writes to, and those that it consumes. Until the renderer is built there is no
 * consumer, so requested reports wait.
 */
function queues({ queues: { producers = [], consumers = [] } = {} }, hasRenderer) {
  const waking = hasRenderer ? consumers : [];
  return {
    queueProducers: Object.fromEntries(producers.map(({ binding, queue }) => [binding, { queueName: queue }])),
    queueConsumers: Object.fromEntries(
      waking.map(({ queue, max_batch_size, max_batch_timeout, max_retries, dead_letter_queue }) => [
        queue,
        {
          maxBatchSize: max_batch_size,
          maxBatchTimeout: max_batch_timeout,
          maxRetries: max_retries,
          deadLetterQueue: dead_letter_queue,
        },
      ]),
    ),
  };
}

/** Returns the Durable Objects. Classes that a migration creates have SQLite storage, also once they are renamed. */
function durableObjects({ durable_objects, migrations = [] }) {
  const withSqlite = new Set();
  for (const { new_sqlite_classes = [], renamed_classes = [] } of migrations) {
    for (const name of new_sqlite_classes) withSqlite.add(name);
    for (const { from, to } of renamed_classes) if (withSqlite.delete(from)) withSqlite.add(to);
  }
  const entries = (durable_objects?.bindings ?? []).map(({ name, class_name }) => [
    name,
    { className: class_name, useSQLite: withSqlite.has(class_name) },
  ]);
  return Object.fromEntries(entries);
}

/** Returns the version metadata that the platform provides. Here it is derived from the code. */
function versionMetadata({ version_metadata }, { wasm }) {
  if (!version_metadata) return {};
  const id = createHash("sha256").update(readFileSync(wasm)).digest("hex");
  return { [version_metadata.binding]: { id, tag: "", timestamp: new Date().toISOString() } };
}

/**
 * Applies missing migrations to the database, and keeps the same table as `wrangler d1 migrations apply`. They are one
 * statement, because every call of Miniflare's database is several requests.
 */
async function applyMigrations(db, folder) {
  const [, { results }] = await db.batch([
    db.prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    ),
    db.prepare("SELECT name FROM d1_migrations"),
  ]);
  const applied = new Set(results.map(({ name }) => name));
  const missing = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && !applied.has(name))
    .sort();
  const apply = (names) => db.batch([db.prepare(names.map((name) => migration(folder, name)).join("\n"))]);
  if (missing.length === 0) return;
  try {
    await apply(missing);
  } catch {
    // Nothing was applied. One by one, the migration that fails is known.
    for (const name of missing) {
      await apply([name]).catch((error) => {
        throw new Failure(
          `migration ${name} failed: ${error.message}. If the local data may go, delete .wrangler and run the command again`,
        );
      });
    }
  }
}

/** Returns the SQL that applies a migration and records its name. */
const migration = (folder, name) =>
  `${readFileSync(join(folder, name), "utf8")};\nINSERT INTO d1_migrations (name) VALUES ('${name}');`;
