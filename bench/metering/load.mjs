// Requests over connections that are kept open, one after the other on each.
import { Agent, request as begin } from "node:http";
import { performance } from "node:perf_hooks";
import { Failure } from "../../scripts/step.mjs";

/**
 * Has so many ask at once, each over a connection of its own, as long as `goesOn` says. Returns how many were answered;
 * an answer that is not as `isGood` says is a failure. Connections end with it: an idle one is closed by the other side
 * at some time, which may be when it is used again.
 */
export async function askAtOnce(edge, { path, headers, body }, { parallel, goesOn, isGood }) {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const { hostname, port } = new URL(edge.url);
  const options = { agent, hostname, port, path, method: "POST", headers: { ...headers, "Content-Length": Buffer.byteLength(body) } };
  let answered = 0;
  const one = async () => {
    while (goesOn()) {
      const answer = await once(options, body);
      if (!isGood(answer)) throw new Failure(`an answer that was not expected: ${answer.status} ${JSON.stringify(answer.headers)} ${answer.text.slice(0, 300)}`);
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
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Asks for some seconds: requests a second. */
export async function throughput(edge, asking, { seconds, parallel, isGood }) {
  const began = performance.now();
  const until = began + seconds * 1000;
  const answered = await askAtOnce(edge, asking, { parallel, isGood, goesOn: () => performance.now() < until });
  return (answered * 1000) / (performance.now() - began);
}
