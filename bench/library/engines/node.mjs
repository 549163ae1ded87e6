// Node.js: a process of its own for each mode.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Failure } from "../../../scripts/step.mjs";

const CHILD = fileURLToPath(new URL("node-child.mjs", import.meta.url));

export async function startNode() {
  return { name: `Node.js ${process.versions.node}`, open, close: async () => {} };
}

async function open() {
  const child = fork(CHILD, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  /** What the child says next. */
  const said = () =>
    new Promise((resolve, reject) => {
      const ended = (code) => reject(new Failure(`the process that measures Node.js ended with exit code ${code}`));
      child.once("exit", ended);
      child.once("message", (message) => {
        child.off("exit", ended);
        resolve(message);
      });
    });
  const ask = (method) => (argument) => {
    const answer = said();
    child.send({ method, argument });
    return answer;
  };
  await said();
  return { sampleMs: 4, spend: ask("spend"), disagreements: ask("disagreements"), close: async () => child.disconnect() };
}
