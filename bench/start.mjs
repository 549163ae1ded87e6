// The time that a newcomer waits: `npm start` in a fresh clone, with a home of its own in which nothing was downloaded
// before. `npm run bench:start -- --help` says how it is used.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism, cpus, homedir, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../scripts/project.mjs";
import { Failure, main } from "../scripts/step.mjs";

const HELP = `Usage: npm run bench:start [-- options]

Clones what is committed into a temporary folder, starts it there with an empty home (no crates, no npm cache; Rust's toolchain
is the machine's), and prints a table of the steps: until the link, until the operator's command runs, until all is built, and a
second start. It takes five minutes and 4 GB.

  --in DIR   make the temporary folder in DIR (default: the system's, ${tmpdir()})
  --keep     leave it there
  --help     print this
`;

/** Seconds, on two quiet cores. */
const BARS = { link: 180, command: 240, again: 3 };

await main(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { in: { type: "string", default: tmpdir() }, keep: { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help) return process.stdout.write(HELP);
  const folder = mkdtempSync(join(values.in, "overheard-start-"));
  const load = loadavg()[0];
  try {
    const clone = join(folder, "clone");
    if (spawnSync("git", ["clone", "--quiet", root, clone], { stdio: "inherit" }).status !== 0)
      throw new Failure(`${root} cannot be cloned`);
    const first = await start(clone, folder, { untilBuilt: true });
    const again = await start(clone, folder, { untilBuilt: false });
    process.stdout.write(table(first, again, load));
  } finally {
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  }
});

/** Runs `npm start` until its link, or until all is built; tells how long steps took. */
async function start(clone, folder, { untilBuilt }) {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const env = {
    ...process.env,
    HOME: home,
    CARGO_HOME: join(home, ".cargo"),
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
    npm_config_cache: join(home, ".npm"),
  };
  delete env.CARGO_TARGET_DIR;
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const child = spawn("npm", ["start", "--", "--port", String(await freePort())], {
    cwd: clone,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const times = { steps: [] };
  let said = "";
  const heard = (text) => {
    process.stderr.write(text);
    said += text;
    const lines = said.split("\n");
    said = lines.pop();
    for (const line of lines) {
      const step = line.match(/^(?:\d+\/\d+ )?(.+): done \((.+)\)$/);
      if (step) times.steps.push({ title: step[1], took: step[2], at: since() });
      if (step?.[1] === "Compiling the operator's command") times.command = whenItRuns(clone, since);
      if (/\/join#ohi_/.test(line)) times.link ??= since();
      if (line.startsWith("All of it is built")) times.built = since();
      if (!times.stopped && (untilBuilt ? times.built : times.link)) {
        times.stopped = true;
        process.kill(-child.pid, "SIGINT");
      }
    }
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", heard);
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (times.link === undefined) throw new Failure(`npm start ended with ${code} and printed no link`);
  return times;
}

/** When the operator's command answers. */
function whenItRuns(clone, since) {
  const { status } = spawnSync(join(clone, "bin", "overheard"), ["--help"], { stdio: "ignore" });
  if (status !== 0) throw new Failure("bin/overheard --help does not run");
  return since();
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function table(first, again, load) {
  const at = (seconds) => `${seconds.toFixed(1)} s`;
  const bar = (title, seconds, most) =>
    `| ${title} | ${at(seconds)} | ${most === undefined ? "" : `${most} s: ${seconds <= most ? "met" : "missed"}`} |`;
  return `
${cpus()[0].model}, ${availableParallelism()} threads, load ${load.toFixed(1)} before; Node.js ${process.version}

| Step of the first start | took | over at |
|---|---|---|
${first.steps.map(({ title, took, at: end }) => `| ${title} | ${took} | ${at(end)} |`).join("\n")}

| | Seconds since \`npm start\` | Bar |
|---|---|---|
${bar("link printed", first.link, BARS.link)}
${bar("`overheard --help`", first.command, BARS.command)}
${bar("everything built", first.built)}
${bar("second start, link printed", again.link, BARS.again)}
`;
}
