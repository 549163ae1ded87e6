// A fake of the Cloudflare API for wrangler: the part that a deployment uses, kept in memory. Databases run their SQL.
// A deployed Worker runs as a local edge with the variables and secrets of its deployment.
import { createServer } from "node:http";
import { randomBytes, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { startLocalEdge } from "../../scripts/local-edge.mjs";

const API = "/client/v4";
const ACCOUNT = { id: "0123456789abcdef0123456789abcdef", name: "Velunara" };

/** An error response with the platform's code for the reason. */
class Refused extends Error {
  constructor(status, code, message) {
    super(message);
    Object.assign(this, { status, code });
  }
}

const noWorker = () => new Refused(404, 10007, "This Worker does not exist on your account.");

/**
 * Starts a platform. `accounts` are the accounts of the login. `made` lists the created resources. `workers` are the
 * deployed Workers by name. `refuseNext` makes one later request fail. `env` makes wrangler use this platform.
 */
export async function startPlatform({ accounts = [ACCOUNT] } = {}) {
  const state = {
    databases: [],
    namespaces: [],
    buckets: [],
    queues: [],
    workers: {},
    made: [],
    refusals: [],
    edge: undefined,
  };
  const server = createServer((request, response) => {
    answer(state, accounts, request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error) => response.writeHead(500).end(String(error.stack)),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    ...state,
    env: { CLOUDFLARE_API_BASE_URL: `${url}${API}`, CLOUDFLARE_API_TOKEN: "a-token-of-nobody" },
    refuseNext: (method, path, status, code, message) =>
      state.refusals.push({ method, path, refused: new Refused(status, code, message) }),
    async stop() {
      await (await state.edge)?.mf.dispose();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(state, accounts, request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const url = new URL(request.url, "http://platform");
  if (!url.pathname.startsWith(`${API}/`)) return deployed(state, request, body);
  const json = (status, content) => ({
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(content),
  });
  try {
    const path = url.pathname.slice(API.length);
    const planned = state.refusals.findIndex((refusal) => refusal.method === request.method && refusal.path.test(path));
    if (planned >= 0) throw state.refusals.splice(planned, 1)[0].refused;
    const result = await route(state, accounts, {
      method: request.method,
      path,
      query: url.searchParams,
      headers: request.headers,
      body,
    });
    return json(200, { success: true, errors: [], messages: [], ...paged(result, url.searchParams) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return json(error.status, {
      success: false,
      errors: [{ code: error.code, message: error.message }],
      messages: [],
      result: null,
    });
  }
}

/** Returns the requested page of a list. Returns any other value unchanged. */
function paged(result, query) {
  if (!Array.isArray(result)) return { result };
  const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 20)];
  const count = Math.ceil(result.length / size);
  return {
    result: result.slice((page - 1) * size, page * size),
    result_info: { page, per_page: size, total_pages: count, total_count: result.length },
  };
}

/** Passes a request on to the deployed Worker. The first request starts it. */
async function deployed(state, request, body) {
  const worker = Object.values(state.workers).find(({ metadata }) =>
    metadata.bindings.some(({ type }) => type === "d1"),
  );
  if (!worker) return { status: 404, headers: {}, body: "" };
  const vars = worker.metadata.bindings
    .filter(({ type }) => type === "plain_text")
    .map(({ name, text }) => [name, text]);
  // A local edge has no jurisdictions.
  state.edge ??= startLocalEdge({ bindings: { ...Object.fromEntries(vars), JURISDICTION: "", ...worker.secrets } });
  const edge = await state.edge;
  const answered = await fetch(`${edge.url}${request.url}`, {
    method: request.method,
    headers: { authorization: request.headers.authorization ?? "" },
    body: body.length > 0 ? body : undefined,
  });
  return {
    status: answered.status,
    headers: { "content-type": answered.headers.get("content-type") ?? "" },
    body: Buffer.from(await answered.arrayBuffer()),
  };
}

async function route(state, accounts, { method, path, query, headers, body }) {
  const json = () => JSON.parse(body.toString());
  const made = (kind, list, item) => {
    state.made.push(kind);
    list.push(item);
    return item;
  };
  const own = accounts.map(({ id }) => `/accounts/${id}`).find((prefix) => path.startsWith(prefix));
  const at = own ? path.slice(own.length) : path;
  const script = at.match(/^\/workers\/(?:scripts|services)\/([^/]+)(\/.*)?$/);
  if (script)
    return worker(state, {
      method,
      name: script[1],
      at: script[2] ?? "",
      service: at.startsWith("/workers/services/"),
      headers,
      body,
    });
  const database = at.match(/^\/d1\/database\/([^/]+)\/query$/);
  if (database)
    return runSql(
      state.databases.find(({ uuid }) => uuid === database[1]),
      json(),
    );
  const bucket = at.match(/^\/r2\/buckets\/([^/]+)$/);
  const place = headers["cf-r2-jurisdiction"] ?? "default";
  if (bucket) {
    const found = state.buckets.find(({ name, jurisdiction }) => name === bucket[1] && jurisdiction === place);
    if (!found) throw new Refused(404, 10006, "The specified bucket does not exist.");
    return found;
  }
  const consumers = at.match(/^\/queues\/([^/]+)\/consumers(?:\/[^/]+)?$/);
  if (consumers) {
    const queue = state.queues.find(({ queue_id, queue_name }) => [queue_id, queue_name].includes(consumers[1]));
    const { script_name } = json();
    queue.consumers = [{ consumer_id: randomUUID(), type: "worker", script: script_name }];
    return queue.consumers[0];
  }
  switch (`${method} ${at}`) {
    case "GET /user/tokens/verify":
      return { id: "t", status: "active" };
    case "GET /user":
      return { email: "operator@example.com" };
    case "GET /accounts":
      return accounts;
    case "GET /memberships":
      return accounts.map((account) => ({ id: account.id, account }));
    case "POST /graphql":
      return {};
    case "GET /d1/database":
      return state.databases.map(({ sql, ...told }) => told);
    case "POST /d1/database": {
      const { name, jurisdiction = null } = json();
      if (state.databases.some((other) => other.name === name))
        throw new Refused(400, 7502, `Database with name '${name}' already exists`);
      const { sql, ...told } = made("database", state.databases, {
        uuid: randomUUID(),
        name,
        jurisdiction,
        version: "production",
        sql: new DatabaseSync(":memory:"),
      });
      return told;
    }
    case "GET /storage/kv/namespaces":
      return state.namespaces;
    case "POST /storage/kv/namespaces":
      return made("namespace", state.namespaces, { id: randomBytes(16).toString("hex"), title: json().title });
    case "POST /r2/buckets":
      return made("bucket", state.buckets, {
        name: json().name,
        jurisdiction: place,
        creation_date: "2026-11-21T14:00:00Z",
      });
    case "GET /queues": {
      const names = query.getAll("name");
      return state.queues.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name));
    }
    case "POST /queues":
      return made("queue", state.queues, {
        queue_id: randomUUID(),
        queue_name: json().queue_name,
        producers: [],
        consumers: [],
        producers_total_count: 0,
        consumers_total_count: 0,
      });
    case "GET /workers/scripts":
      return Object.entries(state.workers).map(([id, { migrated }]) => ({ id, migration_tag: migrated }));
    case "GET /workers/subdomain":
      return { subdomain: "velunara" };
    default:
      throw new Refused(404, 7000, `No route for ${method} ${path}`);
  }
}

/** Handles a request about a Worker. */
async function worker(state, { method, name, at, service, headers, body }) {
  const there = state.workers[name];
  const upload = async () => {
    const form = await new Response(body, { headers: { "content-type": headers["content-type"] } }).formData();
    const metadata = form.get("metadata");
    return JSON.parse(typeof metadata === "string" ? metadata : await metadata.text());
  };
  const version = () => ({ id: randomUUID(), created_on: new Date().toISOString() });
  const deploy = (metadata) => {
    const next = version();
    state.workers[name] = {
      secrets: {},
      deployments: [],
      ...there,
      metadata,
      migrated: metadata.migrations?.new_tag ?? there?.migrated,
    };
    state.workers[name].deployments.unshift({
      ...next,
      source: "wrangler",
      strategy: "percentage",
      versions: [{ version_id: next.id, percentage: 100 }],
    });
    return next.id;
  };
  switch (`${method} ${service ? "service" : "script"}${at}`) {
    case "GET service":
      if (!there) throw new Refused(404, 10090, "This Worker does not exist on your account.");
      return {
        default_environment: {
          environment: "production",
          script: { tag: "tag", tags: [], last_deployed_from: "wrangler", migration_tag: there.migrated },
        },
      };
    case "PUT script":
      return { id: name, etag: "e", startup_time_ms: 1, deployment_id: deploy(await upload()).replaceAll("-", "") };
    case "POST script/assets-upload-session":
      return { jwt: "x.y.z", buckets: [] };
    case "GET script/subdomain":
    case "POST script/subdomain":
      return { enabled: true, previews_enabled: false };
    case "PUT script/schedules":
      return { schedules: [] };
  }
  if (!there) throw noWorker();
  switch (`${method} script${at}`) {
    case "POST script/versions": {
      there.next = await upload();
      return { ...version(), resources: { script: { etag: "e" } }, startup_time_ms: 1, metadata: {} };
    }
    case "POST script/deployments":
      return { id: deploy(there.next) };
    case "GET script/deployments":
      return { deployments: there.deployments };
    case "GET script/secrets":
      return Object.keys(there.secrets).map((secret) => ({ name: secret, type: "secret_text" }));
    case "PATCH script/secrets-bulk":
      for (const [secret, { text }] of Object.entries(JSON.parse(body.toString()).secrets))
        there.secrets[secret] = text;
      return {};
    case "PATCH script/script-settings":
    case "GET script/settings":
      return { bindings: there.metadata.bindings, tags: [] };
    default:
      throw new Refused(404, 7000, `No route for ${method} ${name}${at}`);
  }
}

/** Runs SQL in a database. Returns the rows of a query, and no rows for other statements. */
function runSql(database, { sql }) {
  if (!database) throw new Refused(404, 7404, "The database does not exist");
  const asks = /^\s*SELECT\b/i.test(sql);
  const results = asks ? database.sql.prepare(sql).all() : database.sql.exec(sql);
  return [{ success: true, results: results ?? [], meta: { duration: 0 } }];
}
