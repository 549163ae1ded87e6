// Names of the page's elements, and taking the reader to one of them.

/** The name of the element for a place in the request. */
export const idOf = (kind, pointer) => `${kind}${encodeURI(pointer)}`;

/** Focuses the first of these elements that is there, and brings it into view. */
export function focusOn(...ids) {
  const element = ids.map((id) => document.getElementById(id)).find(Boolean);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
  return element !== undefined;
}
