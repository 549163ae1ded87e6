// What both edges import: most documents at first, then others on top, new ones and changed ones.
import { join } from "node:path";
import { inRoot } from "../../scripts/project.mjs";
import { withChanges, withIndexedAt, readDocuments, splitAtDays, writeNdjson } from "../../tests/support/documents.mjs";
import { emptyFolder } from "../cost/folders.mjs";

/** Days of the documents that come on top, import by import. */
const LATER_DAYS = [10, 10];
/** Snapshots of creators, of which half come again with other numbers. */
const CHANGED_CREATORS = 40;
/** How long before the last document it is, so that the usual window of a question does not end with them. */
const DAYS_TO_COME = 4;
const DAY_MS = 86_400_000;

/** The folders of the imports in their order, that of all documents, and the time at which everything is asked. */
export function writeImports(data) {
  // What a mention does not say of itself would be the time of its import.
  const documents = withIndexedAt(readDocuments(data));
  const [early, middle, late] = splitAtDays(documents, ...LATER_DAYS);
  const again = withChanges({
    ...middle,
    siv_content_creator: documents.siv_content_creator.slice(0, CHANGED_CREATORS),
  });
  const joined = Object.entries(again).map(([index, list]) => [index, [...(late[index] ?? []), ...list]]);
  const parts = { early, middle, late: Object.fromEntries(joined) };
  const write = (name, part) => {
    const folder = join(inRoot(".bench"), "same", name);
    emptyFolder(folder);
    return writeNdjson(part, folder);
  };
  const last = documents.siv_info
    .map(({ upload_date }) => upload_date)
    .sort()
    .at(-1);
  return {
    whole: write("whole", documents),
    folders: Object.entries(parts).map(([name, part]) => write(name, part)),
    time: Date.parse(`${last}T12:00:00Z`) - DAYS_TO_COME * DAY_MS,
  };
}
