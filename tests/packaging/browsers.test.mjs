// The published library in bundles that run in a browser: each bundle has exactly one WebAssembly module, and finds it.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { build as esbuild } from "esbuild";
import { build as vite, createServer as createViteServer } from "vite";
import { outcomeOf, outcomeOfFolder } from "./support/browser.mjs";
import { binary, modulesIn, output, project } from "./support/project.mjs";
import { assertAnswer, pageScript } from "./support/subject.mjs";

const imports = (entry) => `import { check, decode, init, shape } from "${entry}";`;
const MAIN = pageScript(imports("overheard"), "await init();");
const DATA = pageScript(imports("overheard/data"), "await init();");
const INDEX = '<!doctype html><title>A page</title><script type="module" src="/main.js"></script>';

/** Fails unless a folder has one module, and a page with a script of the folder gets the right answer. */
async function assertRuns(folder, script, headers) {
  assert.equal(modulesIn(folder).length, 1, modulesIn(folder).join(", "));
  const { answer, failure, modules } = await outcomeOfFolder(folder, script, headers);
  assert.equal(failure, undefined);
  assertAnswer(answer);
  assert.equal(modules.length, 1, modules.join(", "));
}

async function builtByVite(name, main) {
  const root = await project(name, { "index.html": INDEX, "main.js": main });
  // Modules are files at any size.
  await vite({ root, logLevel: "error", build: { outDir: "out", assetsInlineLimit: 0 } });
  const [script] = readdirSync(join(root, "out", "assets")).filter((file) => file.endsWith(".js"));
  return { folder: join(root, "out"), script: `/assets/${script}` };
}

for (const [entry, main] of [
  ["overheard", MAIN],
  ["overheard/data", DATA],
]) {
  const name = entry.replace("/", "-");

  test(`Vite builds ${entry}`, async () => {
    const { folder, script } = await builtByVite(`vite-${name}`, main);
    await assertRuns(folder, script);
  });

  test(`webpack builds ${entry}`, async () => {
    const cwd = await project(`webpack-${name}`, { "main.js": main });
    await output(binary("webpack"), ["--mode", "production", "--entry", "./main.js", "--output-path", "out"], cwd);
    await assertRuns(join(cwd, "out"), "/main.js");
  });

  test(`esbuild builds ${entry} with the module as a file`, async () => {
    const module = entry === "overheard" ? "overheard/overheard.wasm" : "overheard/data.wasm";
    const cwd = await project(`esbuild-${name}`, {
      "main.js": pageScript(`${imports(entry)}\nimport wasm from "${module}";`, "await init(wasm);"),
    });
    await esbuild({
      absWorkingDir: cwd,
      entryPoints: ["main.js"],
      bundle: true,
      format: "esm",
      outdir: "out",
      loader: { ".wasm": "file" },
      publicPath: "/",
      logLevel: "error",
    });
    await assertRuns(join(cwd, "out"), "/main.js");
  });
}

test("Vite's development server finds the module", async () => {
  const root = await project("vite-dev", { "index.html": INDEX, "main.js": MAIN });
  const server = await createViteServer({ root, logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
  try {
    await server.listen();
    const { answer, failure, modules } = await outcomeOf(server.resolvedUrls.local[0]);
    assert.equal(failure, undefined);
    assertAnswer(answer);
    assert.equal(modules.length, 1);
  } finally {
    await server.close();
  }
});

test("webpack with modules as code still loads the library's module as a file", async () => {
  const config = 'export default { mode: "production", entry: "./main.js", experiments: { asyncWebAssembly: true } };';
  const cwd = await project("webpack-async", { "main.js": MAIN, "webpack.config.js": config });
  await output(binary("webpack"), ["--output-path", "out"], cwd);
  await assertRuns(join(cwd, "out"), "/main.js");
});

test("esbuild includes the module in the bundle if the caller passes it", async () => {
  const main = pageScript(
    'import { check, decode, initSync, shape } from "overheard/slim";\nimport bytes from "overheard/overheard.wasm";',
    "initSync(bytes);",
  );
  const cwd = await project("esbuild-slim", { "main.js": main });
  await esbuild({
    absWorkingDir: cwd,
    entryPoints: ["main.js"],
    bundle: true,
    format: "esm",
    outdir: "out",
    loader: { ".wasm": "binary" },
    logLevel: "error",
  });
  assert.deepEqual(modulesIn(join(cwd, "out")), []);
  const { answer, failure } = await outcomeOfFolder(join(cwd, "out"), "/main.js");
  assert.equal(failure, undefined);
  assertAnswer(answer);
});

test("without a bundler the files are served unchanged", async () => {
  const cwd = await project("plain", {
    "main.js": pageScript(imports("./node_modules/overheard/src/entries/browser.js"), "await init();"),
  });
  const { answer, failure, modules } = await outcomeOfFolder(cwd, "/main.js");
  assert.equal(failure, undefined);
  assertAnswer(answer);
  assert.match(modules[0], /\/node_modules\/overheard\/dist\/overheard\.wasm$/);
});

/**
 * Shapes searches for names with a wide character at each position, and one for many long names: with the encoder, then
 * with the module that copies short texts, which the first body loads.
 */
const WIDE_TEXTS = `
import { init, shape } from "./node_modules/overheard/src/entries/browser.js";
await init();
const wide = ["é", "\\u07FF", "\\u0800", "保", "’", "\\uFEFF", "\\uFFFD", "😀", "é保😀"];
const around = ["", "a", "ab", "abc", "abcd", "abcde"];
const names = wide.flatMap((text) => around.flatMap((before) => around.map((behind) => before + text + behind)));
const long = Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at) + "保".repeat(150));
const changed = () => [...names, long].filter((name) => {
  const text = JSON.stringify({ index: "siv_business_ideas", filters: { brand_name: name } });
  const expected = '{"filters":{"brand_name":' + JSON.stringify(name) + '},"index":"siv_business_ideas","size":10,"sort_order":"desc"}';
  return [text, new TextEncoder().encode(text)].some((given) => shape("search", given).body !== expected);
});
const changedByEncoder = changed();
await new Promise((done) => setTimeout(done, 500));
globalThis.outcome = { answer: { names: names.length, changed: [...changedByEncoder, ...changed()] } };`;

test("names of every script pass into the core and back, with a wide character at any position", async () => {
  const cwd = await project("wide", { "main.js": WIDE_TEXTS });
  const { answer } = await outcomeOfFolder(cwd, "/main.js");
  assert.deepEqual(answer, { names: 9 * 6 * 6, changed: [] });
});

test("a strict content security policy needs only 'wasm-unsafe-eval'", async () => {
  const { folder, script } = await builtByVite("vite-csp", MAIN);
  await assertRuns(folder, script, {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
  });
  const { failure } = await outcomeOfFolder(folder, script, { "Content-Security-Policy": "default-src 'self'" });
  assert.match(failure, /CompileError.*(unsafe-eval|Content Security Policy)/s);
});

test("a page uses a browser token, and cannot use a key", async () => {
  const token = `ohb_${"a".repeat(20)}.${"b".repeat(20)}`;
  const preflights = [];
  const api = createApi(({ method, url, headers }) => {
    if (method === "OPTIONS") preflights.push(headers["access-control-request-headers"]);
    const isAllowed = headers.authorization === `Bearer ${token}` && url === "/v1/co-mentions";
    return {
      status: method === "OPTIONS" ? 204 : isAllowed ? 200 : 401,
      body: '{"results":[{"key":"a","total_mentions":2,"matched_values":2}]}',
    };
  });
  await new Promise((resolve) => api.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${api.address().port}`;
  const main = `
import { Overheard, init } from "overheard";
(async () => {
  await init();
  const withKey = async () => new Overheard({ baseUrl: "${baseUrl}", key: "ohk_live_x" });
  const refused = await withKey().catch((error) => error.message);
  const client = new Overheard({ baseUrl: "${baseUrl}", browserToken: async () => ({ token: "${token}" }) });
  const { data, response } = await client.coMentions({ values: ["a", "b"] }).withResponse();
  return { refused, data, remaining: response.rateLimit.remaining };
})().catch((error) => ({ failure: String(error) })).then((outcome) => { globalThis.outcome = outcome; });`;
  try {
    const { folder, script } = await builtByVite("vite-client", main);
    const { failure, refused, data, remaining } = await outcomeOfFolder(folder, script);
    assert.equal(failure, undefined);
    assert.match(refused, /^key must not be in a page/);
    assert.deepEqual(data, { results: [{ key: "a", total_mentions: 2, matched_values: 2 }] });
    assert.equal(remaining, 7);
    assert.deepEqual(preflights, ["authorization,content-type"]);
  } finally {
    api.closeAllConnections();
    api.close();
  }
});

/** Starts a server that accepts pages of any origin, as the edge accepts those of a token's origin. */
function createApi(answer) {
  return createServer((request, response) => {
    const { status, body } = answer(request);
    response.writeHead(status, {
      "Content-Type": "application/json",
      "Access-Control-Allow-Origin": request.headers.origin ?? "",
      "Access-Control-Allow-Headers": "Authorization, Content-Type",
      "Access-Control-Expose-Headers": "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
      "X-RateLimit-Limit": "30",
      "X-RateLimit-Remaining": "7",
      "X-RateLimit-Reset": "1772357460",
    });
    response.end(status === 200 ? body : undefined);
  });
}

test("a bundle includes only the used code", async () => {
  const cwd = await project("shaken", {
    "main.js": DATA,
    "check.js": 'import { check } from "overheard";\nglobalThis.check = check;',
  });
  const { outputFiles } = await esbuild({
    absWorkingDir: cwd,
    entryPoints: ["main.js", "check.js"],
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    outdir: "out",
    logLevel: "error",
  });
  for (const { path, text } of outputFiles) {
    for (const unused of ["X-API-Key", "webhook-id", "schema_version", "readOnlyHint", "groupBy"]) {
      assert.ok(!text.includes(unused), `${path} holds ${unused}`);
    }
  }
  const everything = readFileSync(join(cwd, "node_modules", "overheard", "src", "client", "credential.js"), "utf8");
  assert.ok(everything.includes("X-API-Key"), "what is looked for is there");
});
