// Runs `npm run deploy` with the pinned wrangler against a fake platform. Checks that this wrangler has the commands of
// the reference, and that it accepts the deployment's settings.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { parse } from "smol-toml";
import { isQuickBuild } from "../../scripts/build/made-from.mjs";
import { configurationsOf, writeConfigurations } from "../../scripts/deploy/configuration.mjs";
import { openDeployment, recordFacts } from "../../scripts/deploy/deployment.mjs";
import { checkPlace, resourcesOf } from "../../scripts/deploy/resources.mjs";
import { addressIn } from "../../scripts/deploy/workers.mjs";
import { inRoot, renderer } from "../../scripts/project.mjs";
import { eachOf } from "../support/client.mjs";
import { startPlatform } from "../support/cloudflare.mjs";
import { temporaryFolder } from "../support/documents.mjs";

const run = promisify(execFile);
/** Runs wrangler and returns its output, without the colours and other settings of the caller's environment. */
const wrangler = async (...args) => {
  const { stdout, stderr } = await run(process.execPath, [inRoot("scripts", "wrangler.mjs"), ...args], {
    cwd: inRoot(),
    env: { ...process.env, NO_COLOR: "1", CI: "1" },
  });
  return stdout + stderr;
};

/** Returns the environment without a login at the platform. */
function environmentWithoutLogin() {
  const home = temporaryFolder();
  const own = Object.entries(process.env).filter(([name]) => !/^(CLOUDFLARE|CF|WRANGLER|OVERHEARD_ADMIN)_/.test(name));
  return { ...Object.fromEntries(own), HOME: home, XDG_CONFIG_HOME: home, WRANGLER_CACHE_DIR: join(home, "cache") };
}

/** Runs a script. Returns its exit code and its output. */
async function node(script, args, env) {
  try {
    const { stdout, stderr } = await run(process.execPath, [script, ...args], { cwd: inRoot(), env });
    return { code: 0, stdout, stderr };
  } catch ({ code, stdout, stderr }) {
    return { code, stdout, stderr };
  }
}
const npmRunDeploy = (...args) => node(inRoot("scripts", "deploy.mjs"), args, environmentWithoutLogin());
const deploy = (env, ...args) =>
  node(inRoot("tests", "support", "deploy.mjs"), args, { ...environmentWithoutLogin(), ...env });

const reference = ["operating.md", "settings.md"].map((name) => readFileSync(inRoot("docs", name), "utf8")).join("\n");
/** The wrangler commands of the reference, each once: their words and their options. */
const commands = [
  ...new Set([...reference.matchAll(/npm run wrangler -- ([a-zA-Z0-9 _-]+)/g)].map(([, line]) => line.trim())),
]
  .map((line) => line.split(" "))
  .filter(([first]) => !/^[A-Z]|^-/.test(first));

test("wrangler's version is the one of package.json", async () => {
  const { devDependencies } = JSON.parse(readFileSync(inRoot("scripts", "package.json"), "utf8"));
  assert.match(await wrangler("--version"), new RegExp(`^${devDependencies.wrangler.replaceAll(".", "\\.")}$`, "m"));
});

test("wrangler has every command and option of the reference", async () => {
  assert.ok(commands.length >= 5, `${commands.length} commands are found`);
  await eachOf(
    commands,
    async (words) => {
      const options = words.filter((word) => word.startsWith("--"));
      const help = await wrangler(...words.filter((word) => !options.includes(word)), "--help");
      // Wrangler prints the help of all commands for an unknown one.
      assert.doesNotMatch(help, /^COMMANDS$/m, words.join(" "));
      for (const option of options) assert.match(help, new RegExp(`${option}\\b`), words.join(" "));
    },
    2,
  );
});

test("the command does nothing without a mode, or with two", async () => {
  const nothing = await npmRunDeploy();
  assert.equal(nothing.code, 1);
  assert.match(nothing.stdout, /--dry-run .*--check .*--go /s);
  const both = await npmRunDeploy("--check", "--go");
  assert.deepEqual([both.code, both.stderr], [1, "overheard: --check and --go exclude each other. Choose one\n"]);
});

test("--dry-run prints every step, and wrangler bundles both Workers with all their bindings", async () => {
  const { code, stdout, stderr } = await npmRunDeploy("--dry-run", "--name", "trial-run", "--jurisdiction", "eu");
  assert.equal(code, 0, stderr);
  for (const command of [
    "npm run wrangler -- whoami --json",
    "node scripts/build.mjs worker renderer package site cli",
    "npm run wrangler -- d1 create trial-run --jurisdiction eu",
    "npm run wrangler -- kv namespace create trial-run-keys",
    "npm run wrangler -- r2 bucket create trial-run-artifacts --jurisdiction eu",
    "npm run wrangler -- queues create trial-run-jobs",
    "npm run wrangler -- queues create trial-run-jobs-dead",
    "npm run wrangler -- d1 migrations apply DB --remote --config .deploy/trial-run/wrangler.toml",
    "npm run wrangler -- deploy --config .deploy/trial-run/renderer.toml",
    "npm run wrangler -- deploy --config .deploy/trial-run/wrangler.toml",
    "npm run wrangler -- secret bulk --name trial-run",
    "overheard doctor --to ADDRESS",
    "To deploy: npm run deploy -- --go --name trial-run --jurisdiction eu",
  ])
    assert.ok(stdout.includes(`${command}\n`), `${command}\n${stdout}`);
  const [rendering, worker] = stdout.split("Total Upload").slice(1);
  assert.ok(rendering.includes("env.ASSETS"), rendering);
  for (const binding of [
    "env.METER (Meter)",
    "env.VIEWS (Preparer)",
    "env.WEBHOOKS (WebhookDispatcher)",
    "env.KV ",
    "env.DB (trial-run)",
    "env.ARTIFACTS (trial-run-artifacts (eu))",
    "env.JOBS (trial-run-jobs)",
    "env.RENDERER (trial-run-render)",
    "env.ASSETS",
    "env.CF_VERSION_METADATA",
    'env.JURISDICTION ("eu")',
    "env.LOCAL_WEBHOOKS",
    "env.MCP_WRITE_TOOLS",
    "env.ACCESS_TEAM_DOMAIN",
    "env.ACCESS_AUDIENCE",
  ])
    assert.ok(worker.includes(binding), worker);
  assert.doesNotMatch(stdout + stderr, /WARNING|Unexpected|ERROR/i);
  assert.equal(stdout.match(/--dry-run: exiting now/g).length, 2);
  assert.ok(!existsSync(inRoot(".deploy", "trial-run")));
});

test("a deployment's configuration is based on the repository's", () => {
  const { build, observability, limits } = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
  assert.equal(build.command, "node scripts/build.mjs worker package site");
  assert.equal(parse(readFileSync(renderer.configuration, "utf8")).build.command, "node scripts/build.mjs renderer");
  assert.deepEqual([observability.enabled, limits.cpu_ms > 10_000], [true, true]);
  const { worker, renderer: rendering } = configurationsOf(openDeployment({}, { folder: inRoot(".deploy") }));
  // Wrangler itself builds nothing: the build is a separate step.
  assert.deepEqual([parse(worker).build, parse(rendering).build], [undefined, undefined]);
  assert.deepEqual(
    [parse(worker).main, parse(rendering).assets.directory],
    ["../../worker/build/index.js", "../../worker/render/build/fonts"],
  );
});

test("settings of a deployment change the repository's configuration but not its files", () => {
  const folder = temporaryFolder();
  const settings = join(folder, "overheard", "settings.toml");
  const deployment = openDeployment({}, { folder });
  recordFacts(deployment, { database: "d-1", namespace: "n-1", account: "a-1" });
  const text =
    'workers_dev = false\nroutes = [{ pattern = "insights.example.com", custom_domain = true }]\n\n[vars]\nENVELOPE = "wrapped"\n\n[limits]\ncpu_ms = 20000\n';
  writeFileSync(settings, text);
  const again = openDeployment({}, { folder });
  const { worker } = writeConfigurations(again);
  const written = parse(readFileSync(worker, "utf8"));
  assert.deepEqual(
    [written.workers_dev, written.routes[0].pattern, written.vars.ENVELOPE, written.vars.CACHES, written.limits.cpu_ms],
    [false, "insights.example.com", "wrapped", "on", 20000],
  );
  assert.deepEqual(
    [written.account_id, written.d1_databases[0].database_id, written.kv_namespaces[0].id],
    ["a-1", "d-1", "n-1"],
  );
  assert.equal(readFileSync(settings, "utf8"), text);
  for (const [wrong, message] of [
    ["name = 'other'", /settings\.toml: name is decided by the deployment itself/],
    ["[[d1_databases]]\nbinding = 'DB'", /d1_databases is decided/],
    ["[vars]\nJURISDICTION = 'eu'", /JURISDICTION follows from --jurisdiction/],
    ["[vars]\nENVELOP = 'flat'", /there is no setting ENVELOP\. Allowed: DATASET, ENVELOPE, /],
    ["vars = ", /settings\.toml is no TOML/],
  ]) {
    writeFileSync(settings, wrong);
    assert.throws(() => writeConfigurations(again), message);
  }
});

test("a deployment's fixed settings cannot be changed, and invalid options are refused", () => {
  const folder = temporaryFolder();
  recordFacts(openDeployment({}, { folder }), { jurisdiction: "eu", account: "a-1" });
  assert.equal(openDeployment({ jurisdiction: "eu" }, { folder }).jurisdiction, "eu");
  for (const [options, message] of [
    [{ jurisdiction: "none" }, /--jurisdiction none: the deployment overheard was made with eu/],
    [{ account: "a-2" }, /--account a-2: the deployment overheard was made with a-1/],
    [{ jurisdiction: "us" }, /--jurisdiction 'us' is not allowed\. Allowed: eu, fedramp, none/],
    [{ name: "../x" }, /--name '\.\.\/x' is not allowed/],
    [{ name: "Ab" }, /is not allowed/],
    [{ address: "http://insights.example.com" }, /--address 'http:\/\/insights\.example\.com' is not allowed/],
  ])
    assert.throws(() => openDeployment(options, { folder }), message);
});

test("a database in another jurisdiction is refused", () => {
  const name = "overheard";
  for (const [jurisdiction, record, database, refused] of [
    ["eu", {}, { name, jurisdiction: "eu" }],
    ["none", {}, { name, jurisdiction: null }],
    ["none", {}, { name }],
    ["eu", { jurisdiction: "eu" }, { name }],
    ["eu", {}, { name }, /was made with the jurisdiction none, not eu, which cannot be changed/],
    ["eu", { jurisdiction: "eu" }, { name, jurisdiction: null }, /jurisdiction none, not eu/],
    [
      "none",
      {},
      { name, jurisdiction: "eu" },
      /jurisdiction eu, not none.* Choose --jurisdiction eu, or another --name/,
    ],
  ]) {
    const check = () => checkPlace({ jurisdiction, record }, database);
    if (refused) assert.throws(check, refused);
    else check();
  }
});

test("the deployment's own address precedes the platform's", () => {
  const platform = "https://overheard.velunara.workers.dev";
  const rest = ["schedule: * * * * *", "Producer for overheard-jobs", "Consumer for overheard-jobs"];
  for (const [targets, address] of [
    [[platform, ...rest], platform],
    [[platform, "insights.example.com (custom domain)", ...rest], "https://insights.example.com"],
    [["data.example.com/* (zone name: example.com)", ...rest], "https://data.example.com"],
    [rest, undefined],
  ])
    assert.equal(addressIn(targets), address);
});

test("a quick build is detected", () => {
  const [quick, whole, none] = ["quick", "whole", "none"].map((name) => join(temporaryFolder(), name));
  for (const [build, stamp] of [
    [quick, "abc quick"],
    [whole, "abc"],
  ]) {
    mkdirSync(build);
    writeFileSync(join(build, ".made-from"), stamp);
  }
  assert.deepEqual([quick, whole, none].map(isQuickBuild), [true, false, false]);
});

test("--dry-run names a setting that wrangler refuses", async () => {
  const name = `trial-${process.pid}`;
  const folder = inRoot(".deploy", name);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, "settings.toml"), '[limits]\ncpu_ms = "many"\n');
    const refused = await npmRunDeploy("--dry-run", "--name", name);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^overheard: wrangler deploy --config \.deploy\/.*Expected "limits\.cpu_ms" to be of type number but got "many"/m,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("without a login, or with several accounts, one line says what to do", async () => {
  const folder = temporaryFolder();
  const out = await deploy({}, "check", "--folder", folder);
  assert.deepEqual([out.code, out.stdout], [1, ""]);
  assert.match(out.stderr, /^overheard: nobody is logged in at Cloudflare\. Run: npm run wrangler -- login/m);
  const platform = await startPlatform({
    accounts: [
      { id: "a".repeat(32), name: "Velunara" },
      { id: "b".repeat(32), name: "Aurelia" },
    ],
  });
  const several = await deploy(platform.env, "go", "--folder", folder);
  await platform.stop();
  assert.equal(several.code, 1);
  assert.match(
    several.stderr,
    /^overheard: the login can use several accounts\. Choose one with --account ID: a{32} \(Velunara\), b{32} \(Aurelia\)/m,
  );
  assert.deepEqual(platform.made, []);
});

let platform;
before(async () => {
  platform = await startPlatform();
});
after(() => platform.stop());

test("--go creates a working deployment, resumes after a failure, creates nothing twice and shows no secret", async () => {
  const folder = temporaryFolder();
  const own = (file) => join(folder, "acme", file);
  const recorded = join(folder, "arguments");
  const record = {
    NODE_OPTIONS: `--require ${inRoot("tests", "support", "record-arguments.cjs")}`,
    RECORDED_ARGUMENTS: recorded,
  };
  const committed = ["wrangler.toml", "worker/render/wrangler.toml"].map((file) => readFileSync(inRoot(file), "utf8"));
  const options = ["--folder", folder, "--name", "acme", "--address", platform.url];
  const go = (...more) => deploy({ ...platform.env, ...record }, "go", ...options, ...more);

  platform.refuseNext("PATCH", /secrets-bulk$/, 403, 10000, "Authentication error");
  const first = await go("--jurisdiction", "eu");
  assert.equal(first.code, 1, first.stderr);
  assert.match(
    first.stderr,
    /^overheard: wrangler secret bulk --name: .*Authentication error \[code: 10000\]\. What was done stays: put this right, then run the same command again, which goes on from there$/m,
  );
  const made = ["bucket", ...Array(4).fill("database"), "namespace", "queue", "queue"];
  assert.deepEqual(platform.made.toSorted(), made);
  const kept = readFileSync(own("secrets.env"), "utf8");
  assert.equal(statSync(own("secrets.env")).mode & 0o777, 0o600);

  const second = await go();
  assert.equal(second.code, 0, second.stderr);
  assert.deepEqual([platform.made.length, readFileSync(own("secrets.env"), "utf8")], [made.length, kept]);
  for (const told of [
    /D1 database acme: there \(/,
    /queue acme-jobs-dead: there/,
    /Making what is missing: nothing is/,
    /Looking at the deployment: done/,
  ])
    assert.match(second.stderr, told);
  assert.match(second.stdout, new RegExp(`^Deployed: ${platform.url}$`, "m"));
  assert.match(second.stdout, new RegExp(`overheard import DIR --to ${platform.url}$`, "m"));

  // The platform has the resources of the plan.
  const { acme, "acme-render": rendering } = platform.workers;
  const database = platform.databases.find(({ name }) => name === "acme");
  const [bucket] = platform.buckets;
  const bound = (name) => acme.metadata.bindings.find((binding) => binding.name === name);
  assert.deepEqual(
    [database.jurisdiction, bucket.jurisdiction, bound("ARTIFACTS").jurisdiction, bound("JURISDICTION").text],
    ["eu", "eu", "eu", "eu"],
  );
  assert.deepEqual(
    [bound("DB").id, bound("KV").namespace_id, bound("RENDERER").service],
    [database.uuid, platform.namespaces[0].id, "acme-render"],
  );
  for (const number of [0, 1, 2]) {
    const data = platform.databases.find(({ name }) => name === `acme-data-${number}`);
    assert.deepEqual([data.jurisdiction, bound(`DATA_${number}`).id], ["eu", data.uuid]);
    assert.ok(data.sql.prepare("SELECT name FROM sqlite_master WHERE name = 'generation'").get());
  }
  assert.deepEqual([acme.deployments.length, rendering.deployments.length], [2, 2]);
  assert.ok(database.sql.prepare("SELECT name FROM sqlite_master WHERE name = 'report'").get());

  const secrets = Object.values(acme.secrets);
  assert.deepEqual(
    Object.entries(acme.secrets)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
    kept,
  );
  assert.ok(
    secrets.length === 2 && new Set(secrets).size === 2 && secrets.every((secret) => /^[0-9a-f]{64}$/.test(secret)),
  );
  const told = [
    first.stdout,
    first.stderr,
    second.stdout,
    second.stderr,
    readFileSync(recorded, "utf8"),
    readFileSync(own("deployment.json"), "utf8"),
  ].join("\n");
  assert.ok(told.includes('"secret","bulk"'));
  for (const secret of [...secrets, platform.env.CLOUDFLARE_API_TOKEN]) assert.ok(!told.includes(secret));
  assert.deepEqual(
    ["wrangler.toml", "worker/render/wrangler.toml"].map((file) => readFileSync(inRoot(file), "utf8")),
    committed,
  );

  // Two of fifteen parts are missing and are named.
  delete acme.secrets.SIGNING_SECRET;
  database.sql.exec("DELETE FROM d1_migrations WHERE name = '0006_events.sql'");
  const { code, stdout, stderr } = await deploy(platform.env, "check", ...options);
  assert.equal(code, 1);
  assert.match(stdout, /^migrations +missing +not applied: 0006_events\.sql$/m);
  assert.match(stdout, /^secret SIGNING_SECRET +missing +not set$/m);
  assert.match(stdout, /^doctor +good +.*12 of 13 checks are good\. Nothing is served yet/m);
  assert.match(
    stderr,
    /^overheard: 2 of 15 parts are missing or wrong\. To provide what is missing: npm run deploy -- --go --name acme$/m,
  );
  assert.equal(platform.made.length, made.length);

  // A missing database is never silently replaced by an empty one.
  const find = () => resourcesOf({ ...openDeployment({ name: "acme" }, { folder }), env: platform.env })[0].find();
  platform.databases.length = 0;
  await assert.rejects(
    find,
    new RegExp(
      `the D1 database acme of this deployment \\(${database.uuid}\\) is not in the account any more\\. If that is meant to be, delete "database" in `,
    ),
  );
});
