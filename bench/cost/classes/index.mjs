// The classes of questions. Each is `{ operation, bar, name, request, heavy }`; `bar` names what it is held to.
import { creators } from "./creators.mjs";
import { documents } from "./documents.mjs";
import { groupsOfMentions } from "./mentions.mjs";
import { sector } from "./sector.mjs";
import { together } from "./together.mjs";
import { groupsOfVideos } from "./videos.mjs";
import { words } from "./words.mjs";

const MAKERS = [groupsOfMentions, groupsOfVideos, creators, documents, words, together, sector];
/** Fields with so many values that a filter on one leaves few documents. */
const HEAVY_FIELDS = ["brand_name", "components", "topics", "channel_name", "tags"];

/** Every class, with questions that name these values. */
export const classesAbout = (values) => MAKERS.flatMap((make) => make(values)).map((one) => ({ ...one, heavy: isHeavy(one) }));

/** Whether documents are chosen by a value of which their number depends: what such a question reads may grow with it. */
function isHeavy({ operation, request }) {
  const filtered = Object.keys(request.filters ?? {}).some((field) => HEAVY_FIELDS.includes(field));
  const withContext = operation === "sector" && request.brands.some((brand) => brand.must_context);
  return filtered || withContext || operation === "co-mentions";
}
