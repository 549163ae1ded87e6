// workerd: a process of its own for each mode. Its clock stands still while a Worker computes, so the time of a whole
// request is taken from outside, less that of one that does nothing.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request as begin } from "node:http";
import { basename, extname } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { parse } from "smol-toml";
import workerd from "workerd";
import { inRoot } from "../../../scripts/project.mjs";
import { Failure } from "../../../scripts/step.mjs";
import { GENERATED, bundle } from "./bundle.mjs";

/** The same version of the platform as the project's own Worker. */
const { compatibility_date } = parse(readFileSync(inRoot("wrangler.toml"), "utf8"));
const CONFIG = `${GENERATED}/worker.capnp`;

export async function startWorkerd() {
  const files = await bundle("worker", { entry: "engines/worker.mjs", conditions: ["workerd"] });
  // The first module is the one that answers.
  const names = files
    .map((file) => basename(file))
    .sort((one, other) => (other === "worker.js") - (one === "worker.js"));
  const modules = names.map((name) => {
    return `(name = "${name}", ${extname(name) === ".wasm" ? "wasm" : "esModule"} = embed "${name}")`;
  });
  writeFileSync(
    CONFIG,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "bench", worker = (modules = [${modules.join(", ")}], compatibilityDate = "${compatibility_date}"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "bench")],
);
`,
  );
  return { name: `workerd ${workerd.version}`, open, close: async () => {} };
}

async function open() {
  const child = spawn(workerd.default, ["serve", CONFIG, "--control-fd=3"], {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  // Whatever ends this process ends that one.
  process.once("exit", () => child.kill());
  const port = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Failure(`workerd ended with exit code ${code}`)));
    createInterface({ input: child.stdio[3] }).on("line", (line) => {
      const said = JSON.parse(line);
      if (said.event === "listen") resolve(said.port);
    });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method, argument) => post({ host: "127.0.0.1", port, agent }, JSON.stringify({ method, argument }));
  const timed = async (job) => {
    const began = performance.now();
    await ask("spend", job);
    return performance.now() - began;
  };
  /**
   * What a request takes that does nothing: the least that was ever seen, so that a slow one makes nobody look quick.
   */
  let around = Infinity;
  const doNothing = async (job) => (around = Math.min(around, await timed({ ...job, times: 0 })));
  return {
    sampleMs: 8,
    async spend(job) {
      await doNothing(job);
      return Math.max((await timed(job)) - around, 0.001);
    },
    disagreements: (argument) => ask("disagreements", argument),
    async close() {
      agent.destroy();
      child.kill();
    },
  };
}

function post(options, body) {
  return new Promise((resolve, reject) => {
    const request = begin({ ...options, method: "POST" }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Failure(`the Worker answered ${response.statusCode}: ${text.slice(0, 500)}`));
      });
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}
