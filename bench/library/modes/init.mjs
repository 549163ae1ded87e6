// From nothing to the first verdict: import, init and one check, in a process or a page that has seen nothing before.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { median } from "../../cost/time.mjs";
import { bundle } from "../engines/bundle.mjs";
import { moduleAddress, startBrowser } from "../engines/chromium.mjs";
import { PEERS } from "../peers/index.mjs";
import { MODULES, OURS } from "../subjects/overheard.mjs";

const RUNS = 11;
const CHILD = fileURLToPath(new URL("init-child.mjs", import.meta.url));
/** Passes everywhere, and needs little. */
const FIRST = { operation: "aggregate", body: { index: "siv_info", group_by: "tags" } };

/** A module that does nothing, and fetches a file of wasm as ours does: what importing and init cost at least. */
export const NOTHING = "(an empty module)";
const EMPTY =
  "export const check = () => null; export const init = async (address) => address && (await fetch(address)).arrayBuffer();";
const isOurs = (name) => Object.hasOwn(MODULES, name);
const textOf = (name) => {
  if (isOurs(name)) return `export { check, init } from "${name}";`;
  return name === NOTHING ? EMPTY : `export { check } from "./peers/${name}/requests.mjs";`;
};
const fileOf = (name) => (name === NOTHING ? "nothing" : name.replace("/", "-"));
const moduleOf = (name) =>
  isOurs(name) ? moduleAddress(name) : name === NOTHING ? moduleAddress("overheard/data") : undefined;

/** The parts of the way, in this order. */
export const PARTS = ["import", "init", "check"];

const ENGINES = { node: inNode, chromium: inChromium };
/** Engines in which this can be measured. */
export const INIT_ENGINES = Object.keys(ENGINES);

/** Milliseconds, `{ [subject]: { import, init, check, total } }`: medians. */
export async function timeInit(engine, names, note) {
  const ours = names.includes(OURS) ? Object.keys(MODULES) : [];
  const measured = [NOTHING, ...ours, ...names.filter((name) => Object.hasOwn(PEERS, name))];
  const samples = new Map(measured.map((name) => [name, []]));
  const { once, close } = await ENGINES[engine](measured);
  try {
    for (let run = 0; run < RUNS; run += 1) {
      note(`init in ${engine}: ${run + 1} of ${RUNS}`);
      for (const name of measured) samples.get(name).push(await once(name));
    }
  } finally {
    await close();
  }
  return Object.fromEntries([...samples].map(([name, ofSubject]) => [name, medians(ofSubject)]));
}

function medians(samples) {
  const part = (of) => median(samples.map(of));
  const parts = PARTS.map((name, at) => [name, part((sample) => sample[at])]);
  return { ...Object.fromEntries(parts), total: part((sample) => sample.reduce((sum, one) => sum + one)) };
}

/**
 * In Node.js ours comes from its own files, as installed; peers as one bundle each, which spares them finding theirs.
 */
async function inNode(names) {
  const files = new Map();
  for (const name of names) {
    if (!isOurs(name)) files.set(name, (await bundle(`init-${fileOf(name)}`, { text: textOf(name) }))[0]);
  }
  const once = async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      CHILD,
      files.get(name) ?? name,
      JSON.stringify(FIRST),
    ]);
    return JSON.parse(stdout);
  };
  return { once, close: async () => {} };
}

/** In a page every subject is one bundle, and the files are in the browser's cache. */
async function inChromium(names) {
  for (const name of names) await bundle(`init-page-${fileOf(name)}`, { text: textOf(name), minify: true });
  const browser = await startBrowser();
  const once = async (name) => {
    const { page, close } = await browser.openPage();
    const milliseconds = await page.evaluate(
      async ({ script, module, operation, body }) => {
        // Neither the network nor the disk is what is measured.
        for (const address of [script, module].filter(Boolean)) await (await fetch(address)).arrayBuffer();
        const began = performance.now();
        const { init, check } = await import(script);
        const imported = performance.now();
        await init?.(module);
        const initialised = performance.now();
        const verdict = check(operation, body);
        const checked = performance.now();
        if (verdict !== null) throw new Error(`the first check refuses: ${verdict}`);
        return [imported - began, initialised - imported, checked - initialised];
      },
      { script: `/init-page-${fileOf(name)}.js`, module: moduleOf(name), ...FIRST },
    );
    await close();
    return milliseconds;
  };
  return { once, close: () => browser.close() };
}
