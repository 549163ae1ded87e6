// Creates a deployment's configuration from the repository's, with the deployment's names, ids and settings.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parse, stringify } from "smol-toml";
import { inRoot, renderer, root } from "../project.mjs";
import { DEFAULT_NAME } from "./deployment.mjs";
import { merged, readSettings } from "./settings.mjs";

const COMMITTED = inRoot("wrangler.toml");

const HEAD = `# Written by \`npm run deploy\`, which writes it anew each time: change settings.toml beside it instead.
`;

const read = (file) => parse(readFileSync(file, "utf8"));

/** Replaces the default prefix of a name by the name of the deployment. */
const own = ({ name }, text) => text.replace(new RegExp(`^${DEFAULT_NAME}(?=-|$)`), name);

/** Returns the platform's name of the jurisdiction, or undefined if the platform chooses the place. */
export const placeOf = ({ jurisdiction }) => (jurisdiction === "none" ? undefined : jurisdiction);

/** Returns the key of a database's id in the record of a deployment. */
export const recordKeyOf = (binding) => (binding === "DB" ? "database" : binding.toLowerCase());

/** Returns the names of all resources of a deployment. */
export function namesOf(deployment) {
  const committed = read(COMMITTED);
  const [bucket] = committed.r2_buckets;
  const { producers, consumers } = committed.queues;
  const queues = new Set([
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
  ]);
  return {
    worker: deployment.name,
    renderer: own(deployment, read(renderer.configuration).name),
    databases: committed.d1_databases.map(({ binding, database_name, migrations_dir }) => ({
      binding,
      name: own(deployment, database_name),
      migrations: inRoot(migrations_dir),
    })),
    namespace: `${deployment.name}-keys`,
    bucket: own(deployment, bucket.bucket_name),
    queues: [...queues].map((queue) => own(deployment, queue)),
  };
}

/** Returns the Worker's configuration, for a file in a folder. Wrangler does not build: that is a separate step. */
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
      database_id: record[recordKeyOf(database.binding)] ?? database.database_id,
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

/** Returns the database of a deployment's dataset, which its Worker is built for. */
export const datasetOf = (deployment) => workerConfiguration(deployment, root).vars.DATASET;

/** Returns the configuration of the Worker that renders reports as PDF. */
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

/** Returns the texts of both configurations, for files in a folder: by default the deployment's. */
export function configurationsOf(deployment, folder = deployment.files.folder) {
  const text = (configuration) => HEAD + stringify(configuration);
  return {
    worker: text(workerConfiguration(deployment, folder)),
    renderer: text(rendererConfiguration(deployment, folder)),
  };
}

/** Returns the paths of both configurations in a folder. */
export const configurationFiles = (folder) => ({
  worker: join(folder, "wrangler.toml"),
  renderer: join(folder, "renderer.toml"),
});

/** Writes both configurations into a folder, by default the deployment's. Returns their paths. */
export function writeConfigurations(deployment, folder = deployment.files.folder) {
  const files = configurationFiles(folder);
  const texts = configurationsOf(deployment, folder);
  mkdirSync(folder, { recursive: true });
  for (const [part, file] of Object.entries(files)) writeFileSync(file, texts[part]);
  return files;
}
