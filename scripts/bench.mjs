// Installs the packages of the benchmarks, and runs one under the project's own Node.js: `npm run bench:NAME -- …`.
import { spawn } from "node:child_process";
import { environment, inRoot, projectNode } from "./project.mjs";
import { setup } from "./setup.mjs";
import { main } from "./step.mjs";

await main(import.meta.url, async () => {
  const [file, ...args] = process.argv.slice(2);
  await setup("tests", "examples", "bench");
  const child = spawn(projectNode, [inRoot("bench", file), ...args], { env: environment(), stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
});
