// What of the npm package is generated from the core's own description: the schema, names of operations, checks of
// answers, what recognises usual requests, tools of language models, and types. `node scripts/package/generate.mjs`
// makes pkg/generated anew.
import { mkdirSync, writeFileSync } from "node:fs";
import { description } from "../description.mjs";
import { inRoot } from "../project.mjs";
import { main } from "../step.mjs";
import { openapi } from "../openapi/document.mjs";
import { answersSource } from "./answers.mjs";
import { namesSource } from "./names.mjs";
import { recogniserSource } from "./recognise/source.mjs";
import { sharedSource } from "./shared.mjs";
import { accountToolsSource, dataToolsSource, toolNames } from "./tools.mjs";
import { answerTypes, catalogTypes, documentTypes, parameterTypes } from "./types.mjs";

/** The generated files, and what each is made by. */
const SOURCES = {
  "schema.js": ({ schema }) => sharedSource(schema),
  "names.js": namesSource,
  "answers.js": answersSource,
  "recognise.js": recogniserSource,
  "tools-data.js": dataToolsSource,
  "tools-account.js": accountToolsSource,
  "catalog.d.ts": catalogTypes,
  "documents.d.ts": documentTypes,
  "parameters.d.ts": parameterTypes,
  "answers.d.ts": answerTypes,
  "tools-names.d.ts": toolNames,
};

/** The files of a description, by name: the same text for the same description. */
export function generated(description) {
  const header = "// Generated from what the core says of itself, by scripts/package/generate.mjs.\n";
  const sources = Object.fromEntries(
    Object.entries(SOURCES).map(([name, source]) => [name, header + source(description)]),
  );
  return { ...sources, "openapi.json": `${JSON.stringify(openapi(description), null, 1)}\n` };
}

/** Asks the core for its description and writes every file. */
export async function generate(options) {
  const described = await description(options);
  mkdirSync(inRoot("pkg", "generated"), { recursive: true });
  for (const [name, source] of Object.entries(generated(described)))
    writeFileSync(inRoot("pkg", "generated", name), source);
}

await main(import.meta.url, () => generate());
