// The configuration of a deployment: that of the repository, with the names, ids and settings of this deployment.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parse, stringify } from "smol-toml";
import { inRoot, renderer } from "../project.mjs";
import { DEFAULT_NAME } from "./deployment.mjs";
import { merged, readSettings } from "./settings.mjs";

const COMMITTED = inRoot("wrangler.toml");

const HEAD = `# Written by \`npm run deploy\`, which writes it anew each time: change settings.toml beside it instead.
`;

const read = (file) => parse(readFileSync(file, "utf8"));

/** The name that something of the repository has in this deployment: its prefix is the name of the deployment. */
const own = ({ name }, text) => text.replace(new RegExp(`^${DEFAULT_NAME}(?=-|$)`), name);

/** The jurisdiction as the platform knows it: undefined where the place is left to it. */
export const placeOf = ({ jurisdiction }) => (jurisdiction === "none" ? undefined : jurisdiction);

/** The names of everything that a deployment is made of. */
export function namesOf(deployment) {
  const committed = read(COMMITTED);
  const [database] = committed.d1_databases;
  const [bucket] = committed.r2_buckets;
  const { producers, consumers } = committed.queues;
  const queues = new Set([
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
  ]);
  return {
    worker: deployment.name,
    renderer: own(deployment, read(renderer.configuration).name),
    database: own(deployment, database.database_name),
    databaseBinding: database.binding,
    migrations: inRoot(database.migrations_dir),
    namespace: `${deployment.name}-keys`,
    bucket: own(deployment, bucket.bucket_name),
    queues: [...queues].map((queue) => own(deployment, queue)),
  };
}

/** The Worker's configuration, for a file in a folder. Nothing is built by wrangler: that is a step of its own. */
function workerConfiguration(deployment, folder) {
  const { build, ...committed } = read(COMMITTED);
  const configuration = merged(committed, readSettings(deployment, committed));
  const { record } = deployment;
  const place = placeOf(deployment);
  const from = (file) => relative(folder, inRoot(file));
  const { producers, consumers, ...queues } = configuration.queues;
  return {
    ...configuration,
    name: deployment.name,
    ...accountOf(deployment),
    main: from(committed.main),
    vars: { ...configuration.vars, JURISDICTION: place ?? "" },
    assets: { ...configuration.assets, directory: from(committed.assets.directory) },
    kv_namespaces: configuration.kv_namespaces.map((namespace) => ({
      ...namespace,
      id: record.namespace ?? namespace.id,
    })),
    d1_databases: configuration.d1_databases.map((database) => ({
      ...database,
      database_name: own(deployment, database.database_name),
      database_id: record.database ?? database.database_id,
      migrations_dir: from(database.migrations_dir),
    })),
    r2_buckets: configuration.r2_buckets.map((bucket) => ({
      ...bucket,
      bucket_name: own(deployment, bucket.bucket_name),
      ...(place && { jurisdiction: place }),
    })),
    queues: {
      ...queues,
      producers: producers.map((producer) => ({ ...producer, queue: own(deployment, producer.queue) })),
      consumers: consumers.map((consumer) => ({
        ...consumer,
        queue: own(deployment, consumer.queue),
        dead_letter_queue: own(deployment, consumer.dead_letter_queue),
      })),
    },
    services: configuration.services.map((service) => ({ ...service, service: own(deployment, service.service) })),
  };
}

/** The configuration of the Worker that sets reports as PDF. */
function rendererConfiguration(deployment, folder) {
  const { build, ...committed } = read(renderer.configuration);
  const from = (file) => relative(folder, resolve(renderer.root, file));
  return {
    ...committed,
    name: own(deployment, committed.name),
    ...accountOf(deployment),
    main: from(committed.main),
    assets: { ...committed.assets, directory: from(committed.assets.directory) },
  };
}

const accountOf = ({ account }) => (account === undefined ? {} : { account_id: account });

/** The texts of both configurations, for files in a folder: that of the deployment, unless another one is named. */
export function configurationsOf(deployment, folder = deployment.files.folder) {
  const text = (configuration) => HEAD + stringify(configuration);
  return {
    worker: text(workerConfiguration(deployment, folder)),
    renderer: text(rendererConfiguration(deployment, folder)),
  };
}

/** The files of both configurations in a folder. */
export const configurationFiles = (folder) => ({
  worker: join(folder, "wrangler.toml"),
  renderer: join(folder, "renderer.toml"),
});

/**
 * Writes both configurations into a folder, that of the deployment unless another one is named, and returns their
 * files.
 */
export function writeConfigurations(deployment, folder = deployment.files.folder) {
  const files = configurationFiles(folder);
  const texts = configurationsOf(deployment, folder);
  mkdirSync(folder, { recursive: true });
  for (const [part, file] of Object.entries(files)) writeFileSync(file, texts[part]);
  return files;
}
