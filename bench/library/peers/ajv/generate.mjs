// Generates Ajv's validators ahead of time, as its documentation advises for pages and for platforms without `eval`.
import Ajv from "ajv/dist/2020.js";
import { _ } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { FORMATS } from "../../rules.mjs";
import { schemas as answers } from "./answer-schemas.mjs";
import { schemas as requests } from "./schemas.mjs";

const OPTIONS = {
  discriminator: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  formats: FORMATS,
};

async function generate(schemas, target) {
  const ajv = new Ajv({
    ...OPTIONS,
    code: { source: true, esm: true, optimize: 2, formats: _`require("./rules.mjs").FORMATS` },
  });
  // Names of exports may not have hyphens.
  const names = Object.keys(schemas).map((operation) => [operation.replaceAll("-", "_"), operation]);
  for (const [, operation] of names) ajv.addSchema(schemas[operation], operation);
  const contents = standalone.default(ajv, Object.fromEntries(names));
  // What it needs at run time it asks for with `require`, which pages do not have.
  const resolveDir = fileURLToPath(new URL("../../", import.meta.url));
  const outfile = fileURLToPath(target);
  await build({
    stdin: { contents, resolveDir },
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["main"],
    logLevel: "error",
  });
}

/** Where the generated modules are. */
export const GENERATED = new URL("../../generated/", import.meta.url);

export async function generateAjv() {
  await generate(requests, new URL("ajv-requests.mjs", GENERATED));
  await generate(answers, new URL("ajv-answers.mjs", GENERATED));
}
