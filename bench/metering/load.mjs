// Requests over connections that are kept open, one after the other on each.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { Agent, request as begin } from "node:http";
import { performance } from "node:perf_hooks";
import { Failure } from "../../scripts/step.mjs";

/**
 * Has so many ask at once, each over a connection of its own, as long as `goesOn` says: the same all the time, or what
 * a function says next. Returns how many were answered;
 * an answer that is not as `isGood` says is a failure. Connections end with it: an idle one is closed by the other side
 * at some time, which may be when it is used again.
 */
export async function askAtOnce(edge, asking, { parallel, goesOn, isGood }) {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const { hostname, port } = new URL(edge.url);
  const next = typeof asking === "function" ? asking : () => asking;
  let answered = 0;
  const one = async () => {
    while (goesOn()) {
      const { path, headers, body } = next();
      const answer = await once(
        {
          agent,
          hostname,
          port,
          path,
          method: "POST",
          headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
        },
        body,
      );
      if (!isGood(answer))
        throw new Failure(
          `an answer that was not expected: ${answer.status} ${JSON.stringify(answer.headers)} ${answer.text.slice(0, 300)}`,
        );
      answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, one));
  } finally {
    agent.destroy();
  }
  return answered;
}

function once(options, body) {
  return new Promise((resolve, reject) => {
    const request = begin(options, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/**
 * Asks for some seconds: requests a second, and the milliseconds of a processor that the runtime spent on each, which
 * hardly depend on what the machine does besides; NaN where that is not told.
 */
export async function throughput(edge, asking, { seconds, parallel, isGood }) {
  const [began, spentBefore] = [performance.now(), spentByRuntime()];
  const until = began + seconds * 1000;
  const answered = await askAtOnce(edge, asking, { parallel, isGood, goesOn: () => performance.now() < until });
  return { rate: (answered * 1000) / (performance.now() - began), cpu: (spentByRuntime() - spentBefore) / answered };
}

/** Milliseconds of processors that the runtimes started here have spent, as Linux tells. */
export function spentByRuntime() {
  if (!existsSync("/proc/self/stat")) return NaN;
  const spent = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        // Behind the name: state, parent, …, and as 12th and 13th the time in user and system mode, in hundredths of a
        // second.
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return Number(fields[1]) === process.pid ? (Number(fields[11]) + Number(fields[12])) * 10 : 0;
      } catch {
        return 0; // It ended meanwhile.
      }
    });
  return spent.reduce((sum, one) => sum + one, 0);
}
