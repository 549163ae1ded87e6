// What a page has to load: everything of one kind in one bundle, and what that is compressed.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { inRoot } from "../../../scripts/project.mjs";
import { bundle } from "../engines/bundle.mjs";
import { PEERS } from "../peers/index.mjs";
import { MODULES } from "../subjects/overheard.mjs";

const OURS = {
  "overheard/data": { text: 'export * from "overheard/data";', module: MODULES["overheard/data"] },
  overheard: { text: 'export * from "overheard";', module: MODULES.overheard },
};
/** A peer with both of its uses and its messages. */
const peerText = (name) => `export { check, shape } from "./peers/${name}/requests.mjs";`;

/** `{ [name]: { files: [bytes], minified, gzip, brotli } }`; files are compressed one by one, as they are sent. */
export async function weigh(names) {
  const sizes = {};
  for (const [name, { text, module }] of Object.entries(OURS)) {
    sizes[name] = weightOf([...(await minified(name.replace("/", "-"), text)), readFileSync(inRoot(module))]);
  }
  for (const name of names.filter((one) => Object.hasOwn(PEERS, one)))
    sizes[name] = weightOf(await minified(name, peerText(name)));
  return sizes;
}

async function minified(name, text) {
  const files = await bundle(`size-${name}`, { text, minify: true });
  return files.map((file) => readFileSync(file));
}

const gzip = (file) => gzipSync(file, { level: 9 }).length;
const brotli = (file) => brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function weightOf(files) {
  const lengths = files.map(({ length }) => length);
  return { files: lengths, minified: sum(lengths), gzip: sum(files.map(gzip)), brotli: sum(files.map(brotli)) };
}
