// What of the Python client is generated from the core's own description. `node scripts/python/generate.mjs` makes
// clients/python/src/overheard/_generated anew; it is kept in git, so that it can be read, and a test fails when it is
// old.
import { mkdirSync, writeFileSync } from "node:fs";
import { description } from "../description.mjs";
import { openapi } from "../openapi/document.mjs";
import { inRoot } from "../project.mjs";
import { main } from "../step.mjs";
import { methodsSource } from "./methods.mjs";
import { answersSource, columnsSource, lettersSource, operationsSource } from "./tables.mjs";
import { typesSource } from "./types.mjs";

/** The generated modules, what each is about, and what it is made by. */
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

/** The files of a description, by name: the same text for the same description. */
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
