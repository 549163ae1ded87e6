// Generates parts of the Python client from the core's description. `node scripts/python/generate.mjs` writes
// clients/python/src/overheard/_generated. The files are in git, so that they can be read. A test fails if they are
// outdated.
import { mkdirSync, writeFileSync } from "node:fs";
import { description } from "../description.mjs";
import { openapi } from "../openapi/document.mjs";
import { inRoot } from "../project.mjs";
import { main } from "../step.mjs";
import { methodsSource } from "./methods.mjs";
import { answersSource, columnsSource, lettersSource, operationsSource } from "./tables.mjs";
import { typesSource } from "./types.mjs";

/** The generated modules, their descriptions and their generators. */
const SOURCES = {
  "types.py": ["What requests take and what answers hold.", typesSource],
  "methods.py": [
    "The methods of the client that waits for its answers.",
    (document, description) => methodsSource(document, description, false),
  ],
  "async_methods.py": [
    "The methods of the asynchronous client.",
    (document, description) => methodsSource(document, description, true),
  ],
  "operations.py": ["The operations of both interfaces.", (_, description) => operationsSource(description)],
  "answers.py": ["The members of answers of the Data API.", (_, description) => answersSource(description)],
  "columns.py": ["The columns of the rows of answers.", (_, description) => columnsSource(description)],
  "letters.py": ["Letters and digits beyond ASCII.", (_, description) => lettersSource(description)],
  "__init__.py": ["What follows from the core's description.", () => ""],
};

export const folder = inRoot("clients", "python", "src", "overheard", "_generated");

/** Returns the files of a description, by name. Equal descriptions give equal texts. */
export function generated(description) {
  const document = openapi(description);
  return Object.fromEntries(
    Object.entries(SOURCES).map(([name, [about, source]]) => {
      const header = `"""${about}\n\nGenerated from what the core says of itself, by scripts/python/generate.mjs.\n"""\n`;
      const body = source(document, description);
      return [name, body ? `${header}\n${body}` : header];
    }),
  );
}

await main(import.meta.url, async () => {
  const files = generated(await description());
  mkdirSync(folder, { recursive: true });
  for (const [name, source] of Object.entries(files)) writeFileSync(`${folder}/${name}`, source);
});
