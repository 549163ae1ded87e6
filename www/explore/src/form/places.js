// Which part of a form a problem belongs to: the one at its place, or the nearest one around it.
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
  // What is wrong with a header is wrong with the whole.
  return Map.groupBy(violations, ({ param }) => nearest(param.startsWith("/") ? param : ""));
}
