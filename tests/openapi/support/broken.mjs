// A Worker whose parts fail for requests with an `x-break` header, for examples of errors.

/**
 * Source of an entry module that wraps the Worker. With `x-break: DB` the database fails; with `x-break: slow` it
 * responds too late. With `x-break: away` the edge behaves as if it were not on this machine. Views of brands with the
 * label "Slow" are never prepared.
 */
export const BREAKABLE_ENTRY = `
import Worker, { Preparer as OfWorker } from "./index.js";
export * from "./index.js";
const fails = () => Promise.reject(new Error("broken on purpose"));
const late = () => new Promise((resolve) => setTimeout(resolve, 8000)).then(fails);
const broken = (database, batch) => new Proxy(database, {
  get: (target, name) => {
    if (name === "batch") return (statements) => batch(statements, target);
    // The runtime identifies a binding by the name of its class.
    return typeof target[name] === "function" && name !== "constructor" ? target[name].bind(target) : target[name];
  },
});
const neverOf = (statements, database) => {
  const isForSlow = statements.some(({ params }) => JSON.stringify(params).includes("slow"));
  return isForSlow ? new Promise(() => {}) : database.batch(statements);
};
const DATABASES = ["DB", "DATA_0", "DATA_1", "DATA_2"];
const databases = (env, batch) => Object.fromEntries(DATABASES.map((name) => [name, broken(env[name], batch)]));
export class Preparer extends OfWorker {
  constructor(state, env) {
    super(state, { ...env, ...databases(env, neverOf) });
  }
}
export default {
  queue: (batch, env, context) => Worker.queue(batch, env, context),
  scheduled: (event, env, context) => Worker.scheduled(event, env, context),
  async fetch(request, env, context) {
    const way = request.headers.get("x-break");
    const batch = { DB: fails, slow: late }[way];
    const changed = { ...env, ...(batch && databases(env, batch)), ...(way === "away" && { LOCAL_WEBHOOKS: "off" }) };
    return Worker.fetch(request, way ? changed : env, context);
  },
};
`;
