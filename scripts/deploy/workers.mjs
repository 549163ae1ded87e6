// Builds both Workers with all optimisations, and deploys them, the renderer first.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isQuickBuild } from "../build/made-from.mjs";
import { inRoot, projectNode, renderer, siteFolder, workerBuild, workerScript } from "../project.mjs";
import { Failure, show } from "../step.mjs";
import { namesOf } from "./configuration.mjs";
import { outputOf, unlessMissing, wranglerJson } from "./wrangler.mjs";

/** The platform's error codes for a missing Worker. */
const NO_WORKER = /\[code: (?:10007|10090)\]/;

/** Builds both Workers, the files beside them, and the command that checks the result. */
export const BUILD = ["scripts/build.mjs", "worker", "renderer", "package", "site", "cli"];

export const isBuilt = () => [workerScript, siteFolder, renderer.wasm, renderer.fonts].every(existsSync);

/** Returns the folders of builds that are not optimised. */
export const quickBuilds = () => [workerBuild, join(renderer.root, "build")].filter(isQuickBuild);

/** Builds the deployed files, for the database of the dataset. Current parts are not built again. */
export async function build(dataset) {
  await show("The build", projectNode, [inRoot(BUILD[0]), ...BUILD.slice(1)], { DATASET: dataset });
  const [quick] = quickBuilds();
  if (quick) throw new Failure(`${quick} holds a quick build, which is not for deploying. Delete that folder`);
}

export const deployCommand = (config) => ["deploy", "--config", config];

/**
 * Deploys a Worker. Returns its `targets`, in wrangler's notation: addresses, routes, queues and schedules. Also
 * returns its `warnings`.
 */
export async function deployWorker(deployment, config) {
  const folder = mkdtempSync(join(tmpdir(), "overheard-deploy-"));
  const file = join(folder, "output.ndjson");
  try {
    const { stderr } = await outputOf(deployCommand(config), {
      account: deployment.account,
      env: { WRANGLER_OUTPUT_FILE_PATH: file },
    });
    const entries = existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : [];
    const deployed = entries.find(({ type }) => type === "deploy");
    if (!deployed?.version_id) throw new Failure(`wrangler ${deployCommand(config).join(" ")} ended without a version`);
    return { targets: deployed.targets ?? [], warnings: stderr.trim() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bundles a Worker as for a deployment, and sends nothing. Returns wrangler's output with separate warnings. */
export const bundleOnly = (config) => outputOf([...deployCommand(config), "--dry-run"]);

/** Returns the address of a Worker: its own domain, otherwise its route, otherwise the address below workers.dev. */
export function addressIn(targets) {
  const domain = targets.find((target) => target.includes("(custom domain"));
  const route = targets.find((target) => /^[\w.-]+\.[a-z]+\/\*/.test(target));
  const platform = targets.find((target) => target.startsWith("https://"));
  const host = (domain ?? route)?.split(/[ /]/)[0];
  return host === undefined ? platform : `https://${host}`;
}

export const lookForWorker = (name) => ["deployments", "list", "--name", name, "--json"];

/** Returns the time of the newest deployment of each Worker by its name, or undefined if there is none. */
export async function deployedWorkers(deployment) {
  const { worker, renderer: rendering } = namesOf(deployment);
  const newest = async (name) => {
    const all = await unlessMissing(() => wranglerJson(lookForWorker(name), deployment), NO_WORKER);
    return all
      ?.map(({ created_on }) => created_on)
      .sort()
      .at(-1);
  };
  const [first, second] = await Promise.all([rendering, worker].map(newest));
  return { [rendering]: first, [worker]: second };
}
