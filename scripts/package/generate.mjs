// Generates parts of the npm package from the core's description: the schema, operation names, checks of answers, the
// recogniser of common requests, tools of language models, and types. `node scripts/package/generate.mjs` writes
// pkg/generated.
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

/** The generated files, and their generators. */
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

/** Returns the files of a description, by name. Equal descriptions give equal texts. */
export function generated(description) {
  const header = "// Generated from what the core says of itself, by scripts/package/generate.mjs.\n";
  const sources = Object.fromEntries(
    Object.entries(SOURCES).map(([name, source]) => [name, header + source(description)]),
  );
  return { ...sources, "openapi.json": `${JSON.stringify(openapi(description), null, 1)}\n` };
}

/** Gets the core's description and writes every file. */
export async function generate(options) {
  const described = await description(options);
  mkdirSync(inRoot("pkg", "generated"), { recursive: true });
  for (const [name, source] of Object.entries(generated(described)))
    writeFileSync(inRoot("pkg", "generated", name), source);
}

await main(import.meta.url, () => generate());
