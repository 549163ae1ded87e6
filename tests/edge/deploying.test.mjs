// What the reference of deploying tells to type exists in the wrangler that is pinned, and that wrangler understands the
// deployment's settings.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { parse, stringify } from "smol-toml";
import { inRoot, renderer, siteFolder, workerScript } from "../../scripts/project.mjs";
import { eachOf } from "./support/client.mjs";
import { temporaryFolder } from "./support/documents.mjs";

const run = promisify(execFile);
/** What wrangler prints. It must not take its colours, nor anything else, from whoever runs the tests. */
const wrangler = async (...args) => {
  const { stdout, stderr } = await run(process.execPath, [inRoot("scripts", "wrangler.mjs"), ...args], { cwd: inRoot(), env: { ...process.env, NO_COLOR: "1", CI: "1" } });
  return stdout + stderr;
};

const reference = readFileSync(inRoot("docs", "operating.md"), "utf8");
/** The commands of the reference, each once: their words and their options. */
const commands = [...new Set([...reference.matchAll(/npm run wrangler -- ([a-zA-Z0-9 _-]+)/g)].map(([, line]) => line.trim()))]
  .map((line) => line.split(" "))
  .filter(([first]) => !/^[A-Z]|^-/.test(first));

test("the version is the one of package.json", async () => {
  const { devDependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  assert.match(await wrangler("--version"), new RegExp(`^${devDependencies.wrangler.replaceAll(".", "\\.")}$`, "m"));
});

test("every command of the reference exists, with the options that it is given", async () => {
  assert.ok(commands.length >= 10, `${commands.length} commands are found`);
  await eachOf(commands, async (words) => {
    const options = words.filter((word) => word.startsWith("--"));
    const help = await wrangler(...words.filter((word) => !options.includes(word)), "--help");
    // What is no command is answered with the help of those that there are.
    assert.doesNotMatch(help, /^COMMANDS$/m, words.join(" "));
    for (const option of options) assert.match(help, new RegExp(`${option}\\b`), words.join(" "));
  }, 2);
});

test("wrangler understands the settings, and bundles the Worker with everything that it is bound to", async () => {
  const { build, ...settings } = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
  assert.equal(build.command, "node scripts/build.mjs worker package site");
  assert.deepEqual([inRoot(settings.main), inRoot(settings.assets.directory)], [workerScript, siteFolder]);
  // The Worker is built already.
  const folder = temporaryFolder();
  const file = join(folder, "wrangler.toml");
  writeFileSync(file, stringify({ ...settings, main: workerScript, assets: { ...settings.assets, directory: siteFolder } }));
  const told = await wrangler("deploy", "--dry-run", "--config", file, "--outdir", join(folder, "bundled"));
  for (const binding of ["env.METER (Meter)", "env.VIEWS (Preparer)", "env.COURIERS (Courier)", "env.KV ", "env.DB (overheard)", "env.ARTIFACTS (overheard-artifacts)", "env.JOBS (overheard-jobs)", "env.RENDERER (overheard-render)", "env.ASSETS", "env.CF_VERSION_METADATA", "env.JURISDICTION", "env.LOCAL_WEBHOOKS", "env.MCP_WRITE_TOOLS", "env.ACCESS_TEAM_DOMAIN", "env.ACCESS_AUDIENCE"]) assert.ok(told.includes(binding), told);
  assert.doesNotMatch(told, /WARNING|Unexpected|ERROR/i);
  assert.match(told, /--dry-run: exiting now/);
  assert.deepEqual([settings.observability.enabled, settings.limits.cpu_ms > 10_000], [true, true]);
});

test("wrangler bundles the renderer with its fonts", async () => {
  const { build, ...settings } = parse(readFileSync(renderer.configuration, "utf8"));
  assert.equal(build.command, "node scripts/build.mjs renderer");
  const folder = temporaryFolder();
  const file = join(folder, "wrangler.toml");
  const [script] = renderer.scripts;
  assert.deepEqual([join(renderer.root, settings.main), join(renderer.root, settings.assets.directory)], [script, renderer.fonts]);
  writeFileSync(file, stringify({ ...settings, main: script, assets: { ...settings.assets, directory: renderer.fonts } }));
  const told = await wrangler("deploy", "--dry-run", "--config", file, "--outdir", join(folder, "bundled"));
  assert.ok(told.includes("env.ASSETS"), told);
  assert.doesNotMatch(told, /WARNING|Unexpected|ERROR/i);
});
