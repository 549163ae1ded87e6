// Checks that everybody agrees on what may be sent and what is sent for it. Nothing is timed that does not.
import { TEXTS } from "../cases/answers.mjs";
import { REQUESTS } from "../cases/requests.mjs";
import { SUBJECTS } from "../subjects/index.mjs";
import { OURS } from "../subjects/overheard.mjs";

const FORMS = ["text", "bytes", "object"];
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A case in the forms that it can have: bytes that are no JSON have no object. */
function itemOf({ body, base64 }) {
  const bytes =
    base64 === undefined
      ? encoder.encode(JSON.stringify(body))
      : Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  const item = { bytes };
  // Decoding may repair what the bytes have wrong; then there is no text that says the same.
  const text = decoder.decode(bytes);
  if (sameBytes(encoder.encode(text), bytes)) item.text = text;
  try {
    item.object = JSON.parse(item.text);
  } catch {
    // No object, then.
  }
  return item;
}

const sameBytes = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** One text for equal values, whatever the order of their members. */
const sorted = (value) => JSON.stringify(value, (_, member) => (isObject(member) ? sortedMembers(member) : member));
const sortedMembers = (object) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const bodyText = (body) => (typeof body === "string" ? body : decoder.decode(body));

/** What is wrong with what a subject makes of a case in a form, if anything. */
function disagreement({ name, modes }, form, { operation, canonical }, item) {
  const refusal = modes[`check_${form}`](operation, item);
  if ((refusal === null) !== (canonical !== undefined))
    return refusal === null ? "is accepted" : `is refused: ${refusal.message ?? refusal}`;
  if (refusal !== null && typeof (refusal.message ?? refusal) !== "string") return "is refused without a message";
  const body = modes[`shape_${form}`]?.(operation, item);
  if (body === undefined) return undefined;
  if (canonical === undefined) return body === null ? undefined : "is refused and brought into form";
  if (body === null) return "is accepted and not brought into form";
  const isSame =
    name === OURS ? bodyText(body) === canonical : sorted(JSON.parse(bodyText(body))) === sorted(JSON.parse(canonical));
  return isSame ? undefined : `becomes ${bodyText(body)} instead of ${canonical}`;
}

function disagreementsOnRequest(example, subjects) {
  const item = itemOf(example);
  const found = [];
  for (const subject of subjects) {
    if (!subject.modes.check_object || (example.unseen && !subject.name.startsWith(OURS))) continue;
    for (const form of FORMS) {
      // What ours finds in the text is lost in the object.
      if (item[form] === undefined || (example.unseen && form === "object")) continue;
      const what = disagreement(subject, form, example, item);
      if (what !== undefined) found.push(`${subject.name}, ${form}: ${example.operation}, ${example.name}: ${what}`);
    }
  }
  return found;
}

/** Ours says that an answer is none by throwing, and so does `JSON.parse`; others give nothing. */
function read(subject, operation, text, form) {
  try {
    return subject.modes[`decode_${form}`](operation, { text, object: JSON.parse(text) });
  } catch {
    return undefined;
  }
}

function disagreementsOnAnswer({ operation, text, class: ofClass }, subjects) {
  const wrapped = `{"status":"ok","result":[{"data":${text}}]}`;
  const withMore = text.replace("{", '{"later":{},');
  const broken = text.replace(/"(matched_documents|results|meta)":/, '"other":').replace(/"key":/, '"other":');
  const readers = subjects.filter(({ modes }) => modes.decode_object);
  return readers.flatMap((subject) =>
    ["text", "object"].flatMap((form) => {
      const expected = sorted(JSON.parse(text));
      const is = (answer) => sorted(read(subject, operation, answer, form) ?? null) === expected;
      const problems = [
        !is(text) && "is not read",
        !is(wrapped) && "is not read in its wrapped form",
        read(subject, operation, withMore, form) === undefined && "is not read with a member that is not known",
        read(subject, operation, broken, form) !== undefined && "is read although a member is missing",
      ];
      return problems.filter(Boolean).map((what) => `${subject.name}: the answer ${ofClass}, ${form}, ${what}`);
    }),
  );
}

/** Everything that somebody does otherwise than expected, in words. */
export function disagreements({ cases, names }) {
  const subjects = SUBJECTS.filter(({ name }) => names.includes(name));
  const onRequests = [...REQUESTS, ...cases].flatMap((example) => disagreementsOnRequest(example, subjects));
  return [...onRequests, ...TEXTS.flatMap((answer) => disagreementsOnAnswer(answer, subjects))];
}
