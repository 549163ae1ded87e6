// Builds the search index: sections of guides, and operations.
import MiniSearch from "minisearch";
import { SEARCHED } from "./assets/search.js";
import { operationUrl, operationsOf } from "./operations.mjs";

/** Returns the index as JSON. @param guides with `title`, `url` and `sections` @param document the OpenAPI document */
export function searchIndex(guides, document) {
  const sections = guides.flatMap((guide) =>
    guide.sections.map(({ level, id, title, text }) => ({
      url: level === 1 ? guide.url : `${guide.url}#${id}`,
      title,
      text,
      guide: guide.title,
    })),
  );
  const operations = operationsOf(document).map((operation) => ({
    url: operationUrl(operation),
    title: `${operation.method} ${operation.path}`,
    text: [
      operation.operationId,
      operation.summary,
      ...(operation.parameters ?? []).map(({ name }) => name ?? ""),
    ].join(" "),
    guide: `Reference · ${operation.tags[0]}`,
  }));
  const index = new MiniSearch(SEARCHED);
  index.addAll([...operations, ...sections].map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
}
