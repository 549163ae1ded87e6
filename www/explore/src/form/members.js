// The members of a value of a request, with their locations.
import { inside, isObject } from "../request/pointer.js";

/** The items of a list. */
export const listOf = (value, pointer) =>
  Array.isArray(value) ? value.map((item, number) => ({ pointer: inside(pointer, number), value: item })) : [];

/** The members of an object that nobody knows: the form shows that they are there. */
export function unknownOf(known, value, pointer) {
  const names = isObject(value) ? Object.keys(value).filter((name) => !Object.hasOwn(known, name)) : [];
  return names.map((name) => ({ pointer: inside(pointer, name), name, value: value[name] }));
}
