// The classes of questions. Each is `{ operation, bar, name, request, heavy }`; `bar` names what it is held to.
import { creators } from "./creators.mjs";
import { documents } from "./documents.mjs";
import { groupsOfMentions } from "./mentions.mjs";
import { sector } from "./sector.mjs";
import { together } from "./together.mjs";
import { groupsOfVideos } from "./videos.mjs";
import { words } from "./words.mjs";

const MAKERS = [groupsOfMentions, groupsOfVideos, creators, documents, words, together, sector];
/** What a question may choose documents by that are read one by one, and the ranks at which these are many. */
const HEAVY_KINDS = ["brands", "components", "topics", "channels", "tags"];
const HEAVY_RANKS = ["top", "second", "third", "fifth"];

/** Every class, with questions that name these values. */
export const classesAbout = (values) =>
  MAKERS.flatMap((make) => make(values)).map((one) => ({ ...one, heavy: isHeavy(one, values) }));

/** Whether a question is about documents of a frequent value, one by one: what it reads may grow with them. */
function isHeavy({ operation, request }, values) {
  const heavy = (kinds) => new Set(kinds.flatMap((kind) => HEAVY_RANKS.map((rank) => values[kind][rank])));
  if (operation === "co-mentions") return request.values.some((value) => heavy(HEAVY_KINDS).has(value));
  if (operation === "sector") {
    // Names of brands are answered from what is kept of each brand.
    const oneByOne = heavy(["components", "topics"]);
    return request.brands.some(
      ({ terms, must_context, must_not_context }) =>
        must_context || must_not_context || terms.some((term) => oneByOne.has(term)),
    );
  }
  return Object.values(request.filters ?? {}).some((value) => heavy(HEAVY_KINDS).has(value));
}
