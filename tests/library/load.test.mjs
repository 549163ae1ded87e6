// Loads the core from the caller's source. This file imports no other entry, because those load it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { check, creators, decode, init, initSync, shape } from "overheard/slim";

const bytes = readFileSync(new URL(import.meta.resolve("overheard/overheard.wasm")));
const files = {
  "/typed.wasm": { type: "application/wasm", body: bytes },
  "/untyped.wasm": { type: "application/octet-stream", body: bytes },
  "/page": { type: "text/html", body: "<!doctype html><title>App</title>" },
  "/short": { type: "text/plain", body: "" },
};
let server;
let base;
let asked = 0;
before(async () => {
  server = createServer((request, response) => {
    asked++;
    const file = files[request.url];
    response.writeHead(file ? 200 : 404, { "Content-Type": file?.type ?? "text/plain" }).end(file?.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

// The tests depend on their order: no module is loaded until one of them succeeds.
test("before the core is loaded, functions that need it say what to do", () => {
  for (const ask of [
    () => check("creators", {}),
    () => shape("creators", "{}"),
    () => check("creators", new Uint8Array([123, 125])),
  ]) {
    assert.throws(ask, { message: "the core is not loaded: call `await init()` once before anything else" });
  }
});

test("functions without the core work before it is loaded", () => {
  assert.deepEqual(creators().size(3).build(), { size: 3 });
  assert.deepEqual(decode("co-mentions", '{"results":[]}'), { results: [] });
});

test("loading without a source says what is missing", async () => {
  await assert.rejects(init(), {
    name: "TypeError",
    message: "source is required: the address, the bytes or the module of overheard.wasm",
  });
});

test("an invalid module is an error, and loading may be tried again", async () => {
  await assert.rejects(init(`${base}/missing.wasm`), {
    message: `the core could not be loaded: ${base}/missing.wasm answered 404`,
  });
  await assert.rejects(init(`${base}/page`), {
    message: `the core could not be loaded: ${base}/page answered no WebAssembly module but 'text/html'`,
  });
  await assert.rejects(init(new URL("/short", base)), { message: /answered no WebAssembly module but 'text\/plain'$/ });
  await assert.rejects(init(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await assert.rejects(init(Promise.reject(new Error("no network"))), { message: "no network" });
  assert.throws(() => check("creators", {}), /not loaded/);
});

test("the core is loaded once for any number of calls", async () => {
  const before = asked;
  const first = init(`${base}/typed.wasm`);
  assert.equal(init(`${base}/typed.wasm`), first);
  assert.equal(await first, undefined);
  assert.equal(init(`${base}/missing.wasm`), first);
  assert.equal(asked, before + 1);
  assert.equal(check("creators", {}), null);
});

const SOURCES = {
  "an address": () => `${base}/typed.wasm`,
  "an address with the type of any file": () => `${base}/untyped.wasm`,
  "a URL": () => new URL("/typed.wasm", base),
  "an answer": () => fetch(`${base}/typed.wasm`),
  "an answer that has come": async () => await fetch(`${base}/untyped.wasm`),
  bytes: () => bytes,
  "a buffer": () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  "a module": () => new WebAssembly.Module(bytes),
};
for (const [name, source] of Object.entries(SOURCES)) {
  test(`the core is loaded from ${name}`, async () => {
    // A copy of the entry, which has loaded nothing yet. It shares the core.
    const [{ loading }, { useQuickly }] = await Promise.all(
      ["load", "core"].map((name) => import(`../../pkg/src/${name}.js`)),
    );
    await loading(source, useQuickly)();
    assert.equal(check("creators", { size: 51 })?.code, "limit_violation");
    assert.equal(shape("creators", {}).cost, 20);
  });
}

test("initSync loads the core from bytes or a module", () => {
  for (const source of [bytes, new WebAssembly.Module(bytes)]) {
    assert.equal(initSync(source), undefined);
    assert.equal(check("creators", {}), null);
  }
});

test("the smaller entry accepts a core that is already loaded", async () => {
  // As in a browser: here its own module could not even be fetched.
  const data = await import("../../pkg/src/entries/data.js");
  await data.init();
  assert.equal(data.check("creators", { size: 51 })?.code, "limit_violation");
});
