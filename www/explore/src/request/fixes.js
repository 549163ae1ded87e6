// Changes that resolve a problem. Which ones do is not known here: each is tried, and the package says.
import { check } from "overheard";
import { pretty } from "./pretty.js";
import { inside, isObject, nameOf, parentOf, renamed, valueAt, withValue } from "./pointer.js";
import { violationsOf } from "./reading.js";

/**
 * The changes that resolve a violation, as `{kind, word, result}`: `meant` for the word that was probably meant,
 * `allowed` for each other word that the place takes, `once` where something is written twice, `leave out` where
 * nothing is missed.
 */
export function fixesOf({ operation, value }, violation) {
  const { param, did_you_mean: meant, allowed = [] } = violation;
  const words = allowed.filter((word) => word !== meant);
  const tries = [
    ...(meant === undefined ? [] : [["meant", meant, put(value, param, meant)]]),
    ...words.map((word) => ["allowed", word, put(value, param, word)]),
    ["once", undefined, [{ result: value, places: [param] }]],
    ["leave out", undefined, leftOut(value, param)],
  ];
  return tries.flatMap(([kind, word, changes]) => {
    const found = changes.find((change) => resolves(operation, change));
    return found === undefined ? [] : [{ kind, word, result: found.result }];
  });
}

/** A word may be meant as the value of the place, or as the name of the member. */
function put(value, pointer, word) {
  if (pointer === "") return [];
  const parent = valueAt(value, parentOf(pointer));
  const isName = isObject(parent) && Object.hasOwn(parent, nameOf(pointer)) && !Object.hasOwn(parent, word);
  const asValue = { result: withValue(value, pointer, word), places: [pointer] };
  return isName
    ? [asValue, { result: renamed(value, pointer, word), places: [pointer, inside(parentOf(pointer), word)] }]
    : [asValue];
}

const leftOut = (value, pointer) =>
  pointer === "" || valueAt(value, pointer) === undefined
    ? []
    : [{ result: withValue(value, pointer, undefined), places: [pointer] }];

/** Returns true if the changed locations are valid afterwards. Errors elsewhere do not matter. */
function resolves(operation, { result, places }) {
  const problem = check(operation, pretty(result));
  return (
    !problem ||
    !violationsOf(problem).some(({ param }) => places.some((place) => param === place || param.startsWith(`${place}/`)))
  );
}
