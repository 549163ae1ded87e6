// Compares answers with JSON in guides, in which an ellipsis stands for omitted parts.

const LEFT_OUT = "…";

/**
 * Parses a shown answer. `…` stands for any value, for further items at one end of a list (`[1,…]`, `[…,9]`), for
 * further members of an object (`{"a":1,…}`), and for any part of a text.
 */
export function parseShown(shown) {
  const open = [];
  let json = "";
  for (const [token] of shown.matchAll(/"(?:[^"\\]|\\.)*"|[^"]/gs)) {
    if (token === "{" || token === "[") open.push(token);
    if (token === "}" || token === "]") open.pop();
    const isMember = open.at(-1) === "{" && /[{,]\s*$/.test(json);
    json += token !== LEFT_OUT ? token : isMember ? `"${LEFT_OUT}":0` : `"${LEFT_OUT}"`;
  }
  return JSON.parse(json);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Compares a value with a shown one. Returns the place and kind of the first difference, or null. */
export function differenceFrom(shown, value, place = "") {
  const differs = () => `${place || "/"}: shown is ${JSON.stringify(shown)}, answered ${JSON.stringify(value)}`;
  if (typeof shown === "string" && shown.includes(LEFT_OUT)) {
    const [begin, end] = shown.split(LEFT_OUT);
    if (begin === "" && end === "") return value === undefined ? differs() : null;
    return typeof value === "string" && value.startsWith(begin) && value.endsWith(end) ? null : differs();
  }
  if (Array.isArray(shown)) {
    const isCut = [shown.at(0), shown.at(-1)].includes(LEFT_OUT);
    const items = shown.filter((item, at) => item !== LEFT_OUT || (at > 0 && at < shown.length - 1));
    if (!Array.isArray(value) || (isCut ? value.length <= items.length : value.length !== items.length))
      return differs();
    const skipped = shown.length > 1 && shown[0] === LEFT_OUT ? value.length - items.length : 0;
    return first(items.map((item, at) => differenceFrom(item, value[at + skipped], `${place}/${at + skipped}`)));
  }
  if (isObject(shown)) {
    if (!isObject(value)) return differs();
    const names = Object.keys(shown).filter((name) => name !== LEFT_OUT);
    // Shown members have the order of the answer. Only an ellipsis omits members.
    const answered = Object.keys(value).filter((name) => names.includes(name));
    const isCut = LEFT_OUT in shown;
    const isWhole = Object.keys(value).length === names.length;
    if (names.join() !== answered.join() || isCut === isWhole)
      return `${place || "/"}: members are ${Object.keys(value).join()}, shown are ${names.join()}`;
    return first(names.map((name) => differenceFrom(shown[name], value[name], `${place}/${name}`)));
  }
  return shown === value ? null : differs();
}

const first = (differences) => differences.find((difference) => difference !== null) ?? null;
