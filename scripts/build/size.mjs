// Checks the size of uploaded files against a budget.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Failure } from "../step.mjs";

/** Prints the size of files, the module first. Fails if their gzip size exceeds the budget. */
export function checkSize(name, files, budget) {
  const sizes = files
    .map((file) => readFileSync(file))
    .map((bytes) => ({ raw: bytes.length, gzip: gzipSync(bytes).length }));
  const total = { raw: 0, gzip: 0 };
  for (const { raw, gzip } of sizes) [total.raw, total.gzip] = [total.raw + raw, total.gzip + gzip];
  const bytes = (number) => number.toLocaleString("en");
  const [wasm] = sizes;
  process.stderr.write(
    `${name}: ${bytes(total.raw)} bytes, gzip ${bytes(total.gzip)} (wasm ${bytes(wasm.gzip)}, script ${bytes(total.gzip - wasm.gzip)}) of ${bytes(budget)} allowed\n`,
  );
  if (total.gzip > budget)
    throw new Failure(`${name}: ${bytes(total.gzip)} bytes gzip, more than the budget of ${bytes(budget)}`);
}
