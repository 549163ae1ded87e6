// The published library in frameworks that bundle it for a server and for pages, without configuration: Next.js with
// both of its bundlers, server bundles of Vite, Vitest with jsdom, and Express, which reads the bodies of webhooks.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { build as vite } from "vite";
import { environment, inRoot, projectNode } from "../../scripts/project.mjs";
import { setupPackages } from "../../scripts/setup.mjs";
import { textOf } from "./support/browser.mjs";
import { modulesIn, output, project, temporary } from "./support/project.mjs";

const frameworks = inRoot("tests", "packaging", "frameworks");
// A folder below the frameworks, so that its projects find them as packages of a parent folder.
const place = temporary(join(frameworks, "made-"));
const program = (...path) => join(frameworks, "node_modules", ...path);
const NEXT = program("next", "dist", "bin", "next");

const REFUSED =
  "group_by 'brand_name' is not allowed on index 'siv_info'. Allowed: [channel_name, platform, category, tags]";

/** Returns the files of a case, by their paths. */
function filesOf(name) {
  const folder = join(frameworks, name);
  const paths = readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/**
 * The bundlers of Next.js, with the route handlers that each builds. Only webpack cannot build one for the edge
 * runtime.
 */
const HANDLERS = { turbopack: ["/api/check", "/edge"], webpack: ["/api/check"] };
const BUNDLERS = Object.keys(HANDLERS);
const QUIET = { NEXT_TELEMETRY_DISABLED: "1" };
/** The project of each bundler. They are built at the same time. */
const built = new Map();

before(async () => {
  await setupPackages(["frameworks"]);
  const { "app/edge/route.js": edge, ...files } = filesOf("next");
  for (const bundler of BUNDLERS) {
    const handlers = HANDLERS[bundler].includes("/edge") ? { "app/edge/route.js": edge } : {};
    const folder = project(`next-${bundler}`, { ...files, ...handlers }, place);
    const building = folder
      .then((cwd) => output(projectNode, [NEXT, "build", `--${bundler}`], cwd, QUIET))
      .then(() => folder);
    // The test that awaits the build reports its failure.
    building.catch(() => {});
    built.set(bundler, building);
  }
});

/** Serves a build while `work` runs with its address. */
async function served(cwd, work) {
  const server = spawn(projectNode, [NEXT, "start", "--port", "0", "--hostname", "127.0.0.1"], {
    cwd,
    env: { ...environment(), ...QUIET },
  });
  const ended = new Promise((resolve) => server.on("close", resolve));
  try {
    let said = "";
    const url = await new Promise((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr])
        stream.setEncoding("utf8").on("data", (text) => resolveWith(text));
      const resolveWith = (text) => {
        said += text;
        const [, found] = /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ready/.exec(said) ?? [];
        if (found) resolve(found);
      };
      ended.then(() => reject(new Error(said)));
    });
    return await work(url);
  } finally {
    server.kill();
    await ended;
  }
}

for (const noExternal of [undefined, true]) {
  test(`a server bundle of Vite with the library ${noExternal ? "in it" : "beside it"} runs a check`, async () => {
    const cwd = await project(`vite-${noExternal}`, filesOf("vite"), place);
    await vite({
      root: cwd,
      logLevel: "error",
      ssr: { noExternal },
      build: { ssr: "src/entry-server.js", outDir: "out" },
    });
    assert.deepEqual(readdirSync(join(cwd, "out")), ["entry-server.js"]);
    // A bundle with all code runs without the package.
    if (noExternal) rmSync(join(cwd, "node_modules"), { recursive: true });
    const main = 'import("./out/entry-server.js").then(({ render }) => console.log(render()))';
    assert.equal(await output(projectNode, ["--eval", main], cwd), `${REFUSED}\n`);
  });
}

test("Vitest runs a check in jsdom, whether Vitest or Node.js loads the library", async () => {
  const cwd = await project("vitest", filesOf("vite"), place);
  const inline = await project(
    "vitest-inline",
    {
      ...filesOf("vite"),
      "vitest.config.js": 'export default { test: { server: { deps: { inline: ["overheard"] } } } };',
    },
    place,
  );
  const run = (folder) =>
    output(
      projectNode,
      [program("vitest", "vitest.mjs"), "run", "--reporter=json", "--outputFile=report.json"],
      folder,
    );
  await Promise.all([cwd, inline].map(run));
  for (const folder of [cwd, inline]) {
    const { success, numPassedTests } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    assert.deepEqual([success, numPassedTests], [true, 2]);
  }
});

test("Express: the raw body verifies in every form, and a wrong call is distinguished from a delivery that is not genuine", async () => {
  const cwd = await project("express", filesOf("express"), place);
  const found = JSON.parse(await output(projectNode, ["receiver.mjs"], cwd));
  const genuine = "OK report.ready";
  const body = "TypeError body must be the text or bytes that arrived. Got";
  const hint = ": nothing may parse it before";
  assert.deepEqual(found, {
    "express.raw": genuine,
    "text of express.raw": genuine,
    "ArrayBuffer of express.raw": genuine,
    "Uint8Array of express.raw": genuine,
    "DataView of express.raw": genuine,
    Headers: genuine,
    "the request as headers": genuine,
    "express.json": `${body} Object${hint}`,
    "express.json, written again":
      "WebhookError invalid_signature webhook-signature holds no signature of this body with this secret. The body must not be parsed and written again.",
    "no parser": `${body} Undefined${hint}`,
    "no secret": "TypeError secret must be text. Got Undefined: is its variable set?",
    "an empty secret": "WebhookError invalid_secret secret must be of the form whsec_ and base64. Got 0 characters.",
    "another secret":
      "WebhookError invalid_signature webhook-signature holds no signature of this body with this secret. The body must not be parsed and written again.",
  });
});

for (const bundler of BUNDLERS) {
  test(`Next.js builds with ${bundler}, and runs checks in route handlers, on the server and in the page`, async () => {
    const cwd = await built.get(bundler);
    assert.equal(modulesIn(join(cwd, ".next", "static")).length, 1);
    await served(cwd, async (url) => {
      for (const path of HANDLERS[bundler]) {
        assert.deepEqual(await (await fetch(url + path)).json(), { code: "field_not_allowed", message: REFUSED }, path);
      }
      const [, rendered] = /<p id="rsc">(.*?)<\/p>/.exec(await (await fetch(url)).text());
      assert.equal(rendered.replaceAll("&#x27;", "'"), REFUSED);
      const { text, modules } = await textOf(`${url}/client`, "#cl", "…");
      assert.equal(text, "size must be between 1 and 50. Got 99.");
      assert.equal(modules.length, 1);
    });
  });
}
