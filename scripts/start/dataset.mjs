// The dataset that the edge of `npm start` serves.
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { cliBinary } from "../project.mjs";
import { Failure, skip, step, work } from "../step.mjs";
import { importDemo } from "./recorded-import.mjs";

const DEMO = "Importing the demo dataset";

/** The folder that `--data` names, as npm's caller sees it. */
export function dataFolder(named) {
  if (named === undefined) return undefined;
  const folder = resolve(process.env.INIT_CWD ?? ".", named);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Failure(`--data ${named} is no folder`);
  return folder;
}

/** Has an edge that serves nothing serve the demo dataset. */
export async function provideDemo(edge) {
  const served = await servedDataset(edge);
  if (!served) return work(DEMO, (note) => importDemo(edge, note));
  const counts = `${served.videos} videos, ${served.snapshots} creator snapshots and ${served.mentions} mentions`;
  return skip(DEMO, `${counts} are served already (published ${served.published_at})`);
}

/** Has an edge serve the files of a folder, by the operator's command. */
export async function importFolder(edge, folder) {
  const env = { OVERHEARD_ADMIN_SECRET: edge.adminSecret };
  process.stderr.write(
    await step(`Importing ${folder}`, cliBinary(), ["import", folder, "--replace", "--to", edge.url], { env }),
  );
}

async function servedDataset(edge) {
  const answer = await fetch(`${edge.url}/admin/v1/dataset`, {
    headers: { Authorization: `Bearer ${edge.adminSecret}` },
  });
  if (!answer.ok)
    throw new Failure(`GET /admin/v1/dataset answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return (await answer.json()).served;
}
