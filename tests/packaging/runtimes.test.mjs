// The published library where importing it loads the core: without `init` and without configuration.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build as esbuild } from "esbuild";
import { Miniflare } from "miniflare";
import { projectNode } from "../../scripts/project.mjs";
import { binary, modulesIn, output, project } from "./support/project.mjs";
import { ask, assertAnswer } from "./support/subject.mjs";

const ENTRIES = ["overheard", "overheard/data"];
const imports = (entry) => `import { check, decode, init, shape } from "${entry}";`;
const program = (entry) => `${imports(entry)}${ask}\nawait init();\nconsole.log(JSON.stringify(answer));`;
const MAIN = { "main.mjs": program("overheard"), "data.mjs": program("overheard/data") };

const RUNTIMES = {
  "Node.js": (script) => [projectNode, [script]],
  // Deno runs without any permission.
  Deno: (script) => [binary("deno"), ["run", "--no-prompt", script]],
  Bun: (script) => [binary("bun"), ["run", script]],
};

for (const [name, command] of Object.entries(RUNTIMES)) {
  test(`${name} runs a check right after importing the library`, async () => {
    const cwd = await project(name.toLowerCase().replace(".", ""), MAIN);
    for (const script of Object.keys(MAIN)) assertAnswer(JSON.parse(await output(...command(script), cwd)));
  });
}

test("each runtime has the whole library", async () => {
  const list = 'import * as all from "overheard";\nconsole.log(JSON.stringify(Object.keys(all).sort()));';
  const cwd = await project("names", { "main.mjs": list });
  const names = await Promise.all(
    Object.values(RUNTIMES).map(async (command) => JSON.parse(await output(...command("main.mjs"), cwd))),
  );
  for (const found of names) assert.deepEqual(found, names[0]);
  for (const wanted of ["check", "shape", "decode", "init", "Overheard", "tools", "verifyWebhook", "assertSchema"]) {
    assert.ok(names[0].includes(wanted), wanted);
  }
});

test("entries without a module use the loaded one", async () => {
  const main = `
import { Overheard, check } from "overheard";
import { explain } from "overheard/forms";
import { queries } from "overheard/query";
const [{ message }] = explain(check("creators", { size: 0 }), { size: "Rows" });
const { queryKey } = queries(new Overheard({ baseUrl: "https://insights.example", key: "ohk_test" })).creators({ size: 3 });
console.log(JSON.stringify({ message, queryKey }));`;
  const cwd = await project("besides", { "main.mjs": main });
  for (const command of Object.values(RUNTIMES)) {
    assert.deepEqual(JSON.parse(await output(...command("main.mjs"), cwd)), {
      message: "Rows must be between 1 and 50. Got 0.",
      queryKey: [
        "overheard",
        "creators",
        '{"filters":{},"size":3,"sort_field":"subscriber_count","sort_order":"desc"}',
      ],
    });
  }
});

test("Bun bundles it and compiles it into one executable, both of which run in any folder", async () => {
  const cwd = await project("bun-built", MAIN);
  await output(binary("bun"), ["build", "main.mjs", "--target=bun", "--outdir", "bundle"], cwd);
  await output(binary("bun"), ["build", "--compile", "main.mjs", "--outfile", "compiled/program"], cwd);
  assert.equal(modulesIn(join(cwd, "bundle")).length, 1);
  const elsewhere = await project("elsewhere", {});
  assertAnswer(JSON.parse(await output(binary("bun"), [join(cwd, "bundle", "main.js")], elsewhere)));
  assertAnswer(JSON.parse(await output(join(cwd, "compiled", "program"), [], elsewhere)));
});

/** Fails unless a bundle runs in a folder without other files. */
async function assertRunsAlone(folder, file, name) {
  assert.deepEqual(modulesIn(folder), []);
  const elsewhere = await project(name, {});
  copyFileSync(join(folder, file), join(elsewhere, file));
  rmSync(join(elsewhere, "node_modules"), { recursive: true });
  assertAnswer(JSON.parse(await output(projectNode, [file], elsewhere)));
}

test("webpack builds for Node.js, with the module in the bundle", async () => {
  const cwd = await project("webpack-node", MAIN);
  await output(
    binary("webpack"),
    [
      "--mode",
      "production",
      "--target",
      "node",
      "--entry",
      "./main.mjs",
      "--output-path",
      "out",
      "--output-filename",
      "main.cjs",
    ],
    cwd,
  );
  await assertRunsAlone(join(cwd, "out"), "main.cjs", "webpack-node-alone");
});

test("esbuild builds for Node.js, as either kind of module", async () => {
  const cwd = await project("esbuild-node", { "main.mjs": `${program("overheard").replace("await init();", "")}` });
  for (const [format, extension] of [
    ["esm", ".mjs"],
    ["cjs", ".cjs"],
  ]) {
    await esbuild({
      absWorkingDir: cwd,
      entryPoints: ["main.mjs"],
      bundle: true,
      platform: "node",
      format,
      outdir: `out-${format}`,
      outExtension: { ".js": extension },
      logLevel: "error",
    });
    await assertRunsAlone(join(cwd, `out-${format}`), `main${extension}`, `esbuild-node-${format}`);
  }
});

for (const entry of ENTRIES) {
  test(`a Worker runs a check with ${entry} as soon as it starts`, async () => {
    const worker = `${imports(entry)}\nexport default { async fetch() { ${ask} await init(); return Response.json(answer); } };`;
    const cwd = await project(`workerd-${entry.replace("/", "-")}`, { "worker.js": worker });
    // As the platform's own tool bundles: the module stays a separate file.
    await esbuild({
      absWorkingDir: cwd,
      entryPoints: ["worker.js"],
      bundle: true,
      format: "esm",
      outdir: "out",
      conditions: ["workerd", "worker", "browser"],
      loader: { ".wasm": "copy" },
      logLevel: "error",
    });
    const [wasm, ...others] = modulesIn(join(cwd, "out"));
    assert.deepEqual(others, []);
    const contents = (name) => readFileSync(join(cwd, "out", name));
    const modules = [
      { type: "ESModule", path: "worker.js", contents: contents("worker.js").toString() },
      { type: "CompiledWasm", path: wasm, contents: contents(wasm) },
    ];
    const mf = new Miniflare({ modules, compatibilityDate: "2026-01-01", cf: false });
    try {
      assertAnswer(await (await mf.dispatchFetch("http://localhost/")).json());
    } finally {
      await mf.dispose();
    }
  });
}
