// Provides the dataset of the edge of `npm start`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cliBinary } from "../project.mjs";
import { Failure, skip, step, work } from "../step.mjs";
import { importDemo } from "./recorded-import.mjs";

const DEMO = "Importing the demo dataset";

/** Returns the folder of `--data`, relative to the directory of npm's caller. */
export function dataFolder(named) {
  if (named === undefined) return undefined;
  const folder = resolve(process.env.INIT_CWD ?? ".", named);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Failure(`--data ${named} is no folder`);
  return folder;
}

/**
 * Imports the demo dataset into an edge without a dataset: as recorded, which needs no command, or into ClickHouse with
 * the operator's command.
 */
export async function provideDemo(edge) {
  const served = await servedDataset(edge);
  if (!served) return edge.clickhouse ? importMadeDemo(edge) : work(DEMO, (note) => importDemo(edge, note));
  const counts = `${served.videos} videos, ${served.snapshots} creator snapshots and ${served.mentions} mentions`;
  return skip(DEMO, `${counts} are served already (published ${served.published_at})`);
}

/** Imports the files of a folder into an edge with the operator's command. */
export async function importFolder(edge, folder) {
  process.stderr.write(await runImport(`Importing ${folder}`, edge, folder));
}

/** Writes the files of the demo dataset and imports them. */
async function importMadeDemo(edge) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-demo-"));
  try {
    execFileSync(cliBinary(), ["demo", folder], { stdio: "ignore" });
    await runImport(DEMO, edge, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runImport(title, { url, adminSecret, clickhouse }, folder) {
  const server = clickhouse ? ["--clickhouse", clickhouse] : [];
  const env = { OVERHEARD_ADMIN_SECRET: adminSecret };
  return step(title, cliBinary(), ["import", folder, "--replace", ...server, "--to", url], { env });
}

async function servedDataset(edge) {
  const answer = await fetch(`${edge.url}/admin/v1/dataset`, {
    headers: { Authorization: `Bearer ${edge.adminSecret}` },
  });
  if (!answer.ok)
    throw new Failure(`GET /admin/v1/dataset answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return (await answer.json()).served;
}
