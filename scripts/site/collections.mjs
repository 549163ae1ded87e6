// Writes the request collections as files: for Postman, and for Bruno.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { archive, brunoFiles } from "./collections/bruno.mjs";
import { postmanCollection } from "./collections/postman.mjs";

/** Their file names, at /docs/ and in a release. */
export const COLLECTIONS = { postman: "overheard.postman_collection.json", bruno: "overheard.bruno.zip" };

/** Creates both from the OpenAPI document and writes them into a folder. */
export async function writeCollections(folder, document) {
  const collection = await postmanCollection(document);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, COLLECTIONS.postman), `${JSON.stringify(collection, null, 1)}\n`);
  writeFileSync(join(folder, COLLECTIONS.bruno), archive(await brunoFiles(collection)));
}
