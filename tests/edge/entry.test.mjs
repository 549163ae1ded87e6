// Runs the Worker's entry in workerd with a module that traps. A request after a trap gets a new module instance.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { inRoot } from "../../scripts/project.mjs";

/** (module (func (export "trap") unreachable)) */
const TRAP = Uint8Array.of(
  0,
  0x61,
  0x73,
  0x6d,
  1,
  0,
  0,
  0,
  1,
  4,
  1,
  0x60,
  0,
  0,
  3,
  2,
  1,
  0,
  7,
  8,
  1,
  4,
  0x74,
  0x72,
  0x61,
  0x70,
  0,
  0,
  10,
  5,
  1,
  3,
  0,
  0,
  11,
);

/** Replaces the compiled crate. Its exports report which instance answers or traps. */
const MODULE = `
import compiled from "./trap.wasm";
const state = { criticalError: false, instanceId: 1 };
const { trap } = new WebAssembly.Instance(compiled).exports;
export const __worker_init_state = () => state;
export function __wbg_reset_state() { state.instanceId += 1; }
export const read_headers = () => "content-type x-read";
export const whole_body_bytes = () => 8;
const ended = new Set();
function answer(pathname, made) {
  if (ended.has(state.instanceId)) throw new Error("an ended instance was called");
  if (made !== undefined && made !== state.instanceId) throw new Error("an object of another instance was called");
  if (pathname.endsWith("/trap")) { ended.add(state.instanceId); trap(); }
  if (pathname.endsWith("/later")) queueMicrotask(() => { ended.add(state.instanceId); trap(); });
  if (pathname.endsWith("/refused")) throw new TypeError("not a trap");
  return String(state.instanceId);
}
export function fetch(head, bytes, stream, isTruncated, env, context, done) {
  const [, address] = head.split("\\n");
  const { pathname } = new URL(address);
  if (pathname === "/request") return done(Response.json({ head: head.split("\\n"), bytes: bytes && [...bytes], isStream: stream instanceof ReadableStream, isTruncated }));
  if (!pathname.startsWith("/object")) return done(new Response(answer(pathname)));
  env.METER.getByName("one").ask("part", pathname).then(([isAnswer, text]) => done(new Response(text, { status: isAnswer ? 200 : 500 })));
}
export const queue = () => {}, scheduled = () => {};
class Durable {
  #made = state.instanceId;
  async ask(part, pathname) { return answer(pathname, this.#made); }
}
export { Durable as Meter, Durable as Preparer, Durable as WebhookDispatcher };
`;

let mf;
before(async () => {
  const module = {
    name: "module",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^worker-module$/ }, () => ({ path: "module", namespace: "module" }));
      onLoad({ filter: /.*/, namespace: "module" }, () => ({ contents: MODULE }));
    },
  };
  const external = ["cloudflare:*", "./trap.wasm"];
  const { outputFiles } = await build({
    entryPoints: [inRoot("worker", "entry.js")],
    plugins: [module],
    external,
    bundle: true,
    format: "esm",
    write: false,
  });
  mf = new Miniflare({
    compatibilityDate: "2026-07-01",
    modules: [
      { type: "ESModule", path: "entry.mjs", contents: outputFiles[0].text },
      { type: "CompiledWasm", path: "trap.wasm", contents: TRAP },
    ],
    durableObjects: { METER: "Meter" },
    cf: false,
  });
  await mf.ready;
});
after(() => mf?.dispose());

async function ask(path) {
  const answer = await mf
    .dispatchFetch(`http://edge${path}`)
    .catch((error) => ({ status: 500, text: async () => error.message }));
  return answer.status === 200 ? Number(await answer.text()) : undefined;
}

test("an instance that trapped is replaced before the next request", async () => {
  const first = await ask("/");
  assert.equal(await ask("/trap"), undefined);
  assert.equal(await ask("/"), first + 1);
  assert.equal(await ask("/"), first + 1);
});

test("a Durable Object is recreated in the new instance after any trap", async () => {
  const first = await ask("/object");
  assert.equal(await ask("/object/trap"), undefined);
  assert.equal(await ask("/object"), first + 1);
  assert.equal(await ask("/trap"), undefined);
  assert.equal(await ask("/object"), first + 2);
});

test("an error that is not a trap keeps the instance", async () => {
  const first = await ask("/");
  assert.equal(await ask("/refused"), undefined);
  assert.equal(await ask("/"), first);
});

test("a trap in asynchronous work is detected", async () => {
  const first = await ask("/");
  await ask("/later");
  assert.equal(await ask("/"), first + 1);
});

/** Returns how the module gets a request. */
const requestOf = async (init) => (await fetch(new URL("/request", await mf.ready), init)).json();

test("the module gets the method, the address and the headers that it reads", async () => {
  const { head, ...body } = await requestOf({ headers: { "X-Read": "a, b", "X-Unread": "c" } });
  assert.deepEqual(head, ["GET", new URL("/request", await mf.ready).href, "x-read", "a, b"]);
  assert.deepEqual(body, { isStream: false, isTruncated: false });
});

test("the module gets headers that HTTP forbids, so that it refuses them", async () => {
  const long = "x".repeat(65_536);
  const { head } = await requestOf({ headers: { [long]: "a", "X-Unread": "b" } });
  assert.deepEqual(head.slice(2), [long, "a"]);
});

test("a short body is passed whole, and a long one as a stream", async () => {
  const short = await requestOf({ method: "POST", body: "12345678" });
  assert.deepEqual([short.bytes, short.isStream], [[..."12345678"].map((digit) => digit.charCodeAt(0)), false]);
  const long = await requestOf({ method: "POST", body: "123456789" });
  assert.deepEqual([long.bytes, long.isStream], [undefined, true]);
});
