// What can be measured.
import { TEXTS } from "../cases/answers.mjs";
import { CLASSES, PASSING } from "../cases/requests.mjs";

/** Modes that are timed inside of an engine, class by class, with their classes. */
export const TIMED = {
  check_text: CLASSES,
  check_bytes: CLASSES,
  check_object: CLASSES,
  shape_text: PASSING,
  shape_bytes: PASSING,
  shape_object: PASSING,
  decode_text: TEXTS.map((answer) => answer.class),
  decode_object: TEXTS.map((answer) => answer.class),
};

/** Returns true if a class is of requests that are refused. */
export const isRefused = (mode, ofClass) => !mode.startsWith("decode") && !PASSING.includes(ofClass);

export const MODES = [...Object.keys(TIMED), "size", "init"];
