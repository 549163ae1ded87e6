// Mutations of valid request bodies.

/** Applies one to three changes to bytes: flips, inserts, removes, repeats, or crosses with another body. */
export function mutate(bodies, next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  let body = Buffer.from(pick(bodies));
  for (let change = 1 + Math.floor(next() * 3); change > 0; change -= 1) {
    const at = Math.floor(next() * (body.length + 1));
    const length = 1 + Math.floor(next() * 12);
    const byte = Buffer.from([Math.floor(next() * 256)]);
    const [head, tail] = [body.subarray(0, at), body.subarray(at)];
    body = Buffer.concat(
      pick([
        () => [head, byte, tail.subarray(1)],
        () => [
          head,
          Buffer.from(pick(['"', "{", "}", "[", "]", ",", ":", "null", "1e999", "-0", "\\ud800", "\u0000"])),
          tail,
        ],
        () => [head, tail.subarray(length)],
        () => [head, tail.subarray(0, length), tail],
        () => [head, pick(bodies).subarray(at)],
      ])(),
    );
  }
  return body;
}

/** Values that most fields refuse and some accept. */
const ODD = [
  null,
  true,
  false,
  0,
  -0,
  1,
  50,
  51,
  10.5,
  1e21,
  5e-324,
  // biome-ignore lint/correctness/noPrecisionLoss: what is sent by who does not know
  9007199254740993,
  "",
  " ",
  "!?",
  "é",
  "🙂",
  '\u0000\u001f"\\/',
  "\ud800",
  "65+",
  "x".repeat(65),
  "ü".repeat(201),
  "siv_infos",
  "Desc",
  "youtub",
  "2024-02-30",
  "2026-12-31",
  "siv_content_creator",
  [],
  {},
  [[]],
  { gte: 1 },
  { gte: "2026-01-01", lte: "2025-01-01" },
  { gte: 5, lte: 1 },
  ["a", "a"],
  ["youtube", "tiktok"],
  { "a/b~c": 1 },
];

/**
 * Applies one to four changes to values: replaces, removes, repeats, renames, or takes a value from another body. The
 * result is always JSON.
 */
export function mutateValue(values, next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const value = structuredClone(pick(values));
  for (let change = 1 + Math.floor(next() * 4); change > 0; change -= 1) {
    const places = [];
    walk(value, (object, key) => places.push([object, key]));
    if (places.length === 0) return value;
    const [object, key] = pick(places);
    const others = [];
    walk(pick(values), (other, name) => others.push([name, other[name]]));
    const [name, taken] = others.length > 0 ? pick(others) : ["x", null];
    pick([
      () => (object[key] = structuredClone(pick(ODD))),
      () => (object[key] = structuredClone(taken)),
      () => (Array.isArray(object) ? object.splice(key, 1) : delete object[key]),
      () => (Array.isArray(object) ? object.push(structuredClone(object[key])) : (object[`${key}s`] = object[key])),
      () => (Array.isArray(object) ? object.unshift(structuredClone(taken)) : (object[name] = structuredClone(taken))),
    ])();
  }
  return value;
}

/** Calls `visit` for every nested value, with the object or array that contains it. */
function walk(value, visit) {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    visit(value, Array.isArray(value) ? Number(key) : key);
    walk(value[key], visit);
  }
}
