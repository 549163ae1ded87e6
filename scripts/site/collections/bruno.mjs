// The request collection for Bruno: a folder of text files, created from the Postman collection by Bruno's own
// converter.
import { postmanToBruno } from "@usebruno/converters";
import { stringifyCollection, stringifyEnvironment, stringifyFolder, stringifyRequest } from "@usebruno/filestore";
import { strToU8, zipSync } from "fflate";
import { VARIABLES } from "./postman.mjs";

const FORMAT = { format: "bru" };
const FOLDER = "overheard";
/** The time of files in the archive: the earliest possible one, so that every machine creates the same bytes. */
const NO_TIME = new Date(1980, 0, 1);
const SECRET = /^(?:apiKey|accountToken)$/;

/** Returns the files of the collection by their paths, as text. @param collection the one for Postman */
export async function brunoFiles(collection) {
  const { collection: bruno } = await postmanToBruno(structuredClone(collection));
  const description = { version: "1", name: bruno.name, type: "collection", ignore: ["node_modules", ".git"] };
  // Values of the user belong to an environment, whose secrets are not written to files.
  const chosen = VARIABLES.map(({ key, value }) => ({
    name: key,
    value,
    enabled: true,
    secret: SECRET.test(key),
    type: "text",
  }));
  const { vars } = bruno.root.request;
  vars.req = vars.req.filter(({ name }) => !chosen.some((one) => one.name === name));
  const files = {
    "bruno.json": `${JSON.stringify(description, null, 2)}\n`,
    "collection.bru": stringifyCollection(bruno.root, description, FORMAT),
    "environments/Overheard.bru": stringifyEnvironment({ name: "Overheard", variables: chosen }, FORMAT),
  };
  bruno.items.forEach((folder, at) => {
    files[`${folder.name}/folder.bru`] = stringifyFolder(
      { ...folder.root, meta: { name: folder.name, seq: at + 1 } },
      FORMAT,
    );
    for (const item of folder.items)
      files[`${folder.name}/${item.name}.bru`] = stringifyRequest(withLastingIds(item), FORMAT);
  });
  return files;
}

/** Makes ids last as long as Bruno runs, without writing them into the collection. */
function withLastingIds(item) {
  const script = item.request.script?.res?.replaceAll("bru.setCollectionVar", "bru.setVar");
  return script === undefined
    ? item
    : { ...item, request: { ...item.request, script: { ...item.request.script, res: script } } };
}

/** Returns the files as an archive: equal files give equal bytes. */
export const archive = (files) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [`${FOLDER}/${path}`, strToU8(text)])), {
    mtime: NO_TIME,
    level: 9,
  });
