// The resources of a deployment: databases, a namespace, a bucket and two queues. Each is found by its name, or
// created.
import { Failure } from "../step.mjs";
import { namesOf, placeOf, recordKeyOf } from "./configuration.mjs";
import { path } from "./deployment.mjs";
import { unlessMissing, wrangler, wranglerJson } from "./wrangler.mjs";

/** The platform's error code for a missing bucket. */
const NO_BUCKET = 10006;

/**
 * Returns the resources of a deployment. Each has a `title` and the commands `look` and `make`. `find` returns
 * undefined if the resource is missing. Otherwise it returns its `id`, or its name if it has no id, and the `facts` for
 * the record. It reads the JSON of a command with the function that it is given.
 */
export function resourcesOf(deployment) {
  const names = namesOf(deployment);
  const place = placeOf(deployment);
  const there = place === undefined ? [] : ["--jurisdiction", place];
  return [
    ...names.databases.map(({ binding, name }) => database(deployment, recordKeyOf(binding), name, there)),
    namespace(deployment, names.namespace),
    bucket(deployment, names.bucket, there),
    ...names.queues.map((name) => queue(deployment, name)),
  ];
}

/** Finds several resources at once. Resources with the same list share it. */
export function findAll(resources, deployment) {
  const lists = new Map();
  const read = (look) => {
    const name = look.join(" ");
    if (!lists.has(name)) lists.set(name, wranglerJson(look, deployment));
    return lists.get(name);
  };
  return Promise.all(resources.map(({ find }) => find(read)));
}

function database(deployment, key, name, there) {
  const look = ["d1", "list", "--json"];
  const title = `D1 database ${name}`;
  return {
    title,
    hasId: true,
    look,
    make: ["d1", "create", name, ...there],
    async find(read = (command) => wranglerJson(command, deployment)) {
      const all = await read(look);
      const found = all.find((database) => database.name === name);
      checkId(deployment, key, title, found?.uuid);
      if (!found) return undefined;
      checkPlace(deployment, found);
      return { id: found.uuid, facts: { [key]: found.uuid } };
    },
  };
}

/**
 * Fails unless a database is in the deployment's jurisdiction, according to the platform's list. A database without
 * that information is accepted if this deployment created it.
 */
export function checkPlace({ jurisdiction, record }, { name, jurisdiction: told }) {
  if (told === undefined && record.jurisdiction === jurisdiction) return;
  const place = told || "none";
  if (place === jurisdiction) return;
  throw new Failure(
    `the D1 database ${name} was made with the jurisdiction ${place}, not ${jurisdiction}, which cannot be changed. Choose --jurisdiction ${place}, or another --name`,
  );
}

function namespace(deployment, name) {
  const look = ["kv", "namespace", "list"];
  const title = `KV namespace ${name}`;
  return {
    title,
    hasId: true,
    look,
    make: ["kv", "namespace", "create", name],
    async find() {
      const all = await wranglerJson(look, deployment);
      const found = all.find((namespace) => namespace.title === name);
      checkId(deployment, "namespace", title, found?.id);
      return found && { id: found.id, facts: { namespace: found.id } };
    },
  };
}

function bucket(deployment, name, there) {
  const look = ["r2", "bucket", "info", name, ...there, "--json"];
  return {
    title: `R2 bucket ${name}`,
    look,
    make: ["r2", "bucket", "create", name, ...there],
    async find() {
      const found = await unlessMissing(() => wranglerJson(look, deployment), NO_BUCKET);
      return found && { id: found.name, facts: {} };
    },
  };
}

function queue(deployment, name) {
  const look = ["queues", "info", name];
  return {
    title: `queue ${name}`,
    look,
    make: ["queues", "create", name],
    async find() {
      const found = await unlessMissing(() => wrangler(look, deployment), new RegExp(`"${name}" does not exist`));
      return found && { id: name, facts: {} };
    },
  };
}

/** Fails unless a resource is the recorded one: an empty replacement would look like lost data. */
function checkId({ record, files }, key, title, id) {
  const before = record[key];
  if (before === undefined || before === id) return;
  const now = id === undefined ? "is not in the account any more" : `has another id there, ${id}`;
  throw new Failure(
    `the ${title} of this deployment (${before}) ${now}. If that is meant to be, delete "${key}" in ${path(files.record)}`,
  );
}
