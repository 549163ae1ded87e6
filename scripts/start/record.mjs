// Records the import of the demo dataset: the requests that the operator's command sends to an edge.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cliBinary } from "../project.mjs";
import { main, Failure } from "../step.mjs";
import { writeImport } from "./recorded-import.mjs";

/** The path of requests that change something. Other requests are not recorded. */
const IMPORTS = "/admin/v1/imports";

/**
 * Runs the command that creates the demo dataset and imports it into an edge without a dataset. Returns the requests of
 * the import.
 */
export async function record({ url, adminSecret }) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-demo-"));
  const requests = [];
  const between = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { method, url: path } = request;
    const last = requests.at(-1);
    // The command repeats the request to finish until it is done.
    if (path.startsWith(IMPORTS) && last?.path !== path) requests.push({ method, path, body: body.toString() });
    const { host, connection, ...headers } = request.headers;
    const answer = await fetch(`${url}${path}`, { method, headers, ...(method !== "GET" && { body }) });
    response
      .writeHead(answer.status, { "Content-Type": "application/json" })
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => between.listen(0, "127.0.0.1", resolve));
  const through = `http://127.0.0.1:${between.address().port}`;
  try {
    await run(["demo", folder], {});
    await run(["import", folder, "--replace", "--no-prepare", "--to", through], {
      OVERHEARD_ADMIN_SECRET: adminSecret,
    });
    return requests;
  } finally {
    await new Promise((resolve) => between.close(resolve).closeAllConnections());
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(args, env) {
  const child = spawn(cliBinary(), args, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Failure(`overheard ${args.join(" ")} ended with ${code}`);
}

await main(import.meta.url, async () => {
  const { startEdge } = await import("../../tests/edge/harness.mjs");
  const edge = await startEdge();
  try {
    writeImport(await record(edge));
  } finally {
    await edge.stop();
  }
});
