// Assigns each problem to the part of the form at its location, or to the nearest part around it.
import { parentOf } from "../request/pointer.js";

/** The places of all parts that can show a problem. */
function placesOf(part) {
  const { pointer, parts = [], items = [], rows = [], ends = [], unknown = [] } = part;
  return [
    pointer,
    ...[...parts, ...items, ...rows, ...ends].flatMap(placesOf),
    ...unknown.map((member) => member.pointer),
  ];
}

/** The violations of a request by the place in its form where they are shown. */
export function byPlace(form, violations) {
  const places = new Set(placesOf(form));
  const nearest = (pointer) => (places.has(pointer) || pointer === "" ? pointer : nearest(parentOf(pointer)));
  // A problem with a header belongs to the whole form.
  return Map.groupBy(violations, ({ param }) => nearest(param.startsWith("/") ? param : ""));
}
