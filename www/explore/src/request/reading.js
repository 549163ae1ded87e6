// Reads the text of a request: its value, its violations, and the request to send.
import { check, shape } from "overheard";
import { isObject } from "./pointer.js";

/**
 * Reads a request. `value` is undefined if the text is not JSON, and `isForm` is true if a form can show it.
 * `violations` are the reasons of a refusal by the edge; without any, `shaped` is the request to send.
 */
export function read(operation, text) {
  const problem = check(operation, text);
  const value = parsed(text);
  return {
    operation,
    text,
    value,
    isForm: isObject(value),
    violations: problem ? violationsOf(problem) : [],
    shaped: problem ? undefined : shape(operation, text),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every rule that is broken; a problem that lists none is one itself. */
export function violationsOf(problem) {
  const { errors, code, param, message, allowed, did_you_mean } = problem;
  return errors.length > 0 ? errors : [{ code, param: param ?? "", message, allowed, did_you_mean }];
}

/** Returns true if a violation concerns the name of a member instead of its value. */
export const concernsName = ({ code, param }) =>
  code === "unknown_field" || (code === "field_not_allowed" && /(^|\/)filters\/[^/]+$/.test(param));
