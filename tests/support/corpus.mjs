// The guardrail corpus: requests that the operations accept or refuse (see tests/corpus/README.md).
import { readFileSync } from "node:fs";
import { inRoot } from "../../scripts/project.mjs";

/** The corpus files, each with its operation. */
export const FILES = {
  "aggregate.json": "aggregate",
  "search.json": "search",
  "creators.json": "creators",
  "co-mentions.json": "co-mentions",
  "sector.json": "sector",
  "json.json": "creators",
};

/** Returns the cases of a file. */
export const casesOf = (file) => JSON.parse(readFileSync(inRoot("tests", "corpus", file), "utf8"));

/** Returns the bytes of a case's body. */
export function bodyOf(example) {
  if ("body" in example) return Buffer.from(JSON.stringify(example.body));
  if ("body_text" in example) return Buffer.from(example.body_text);
  return Buffer.from(example.body_base64, "base64");
}
