// Node.js: a process of its own for each mode.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Failure } from "../../../scripts/step.mjs";

const CHILD = fileURLToPath(new URL("node-child.mjs", import.meta.url));

/** @param before the checkout whose package is timed as well, if there is one */
export async function startNode(before) {
  return { name: `Node.js ${process.versions.node}`, open: () => open(before ? [before] : []), close: async () => {} };
}

async function open(args) {
  const child = fork(CHILD, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
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
  return {
    sampleMs: 4,
    spend: ask("spend"),
    disagreements: ask("disagreements"),
    close: async () => child.disconnect(),
  };
}
