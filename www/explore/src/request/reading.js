// What the text of a request says: its value, what is wrong with it, and what would be sent.
import { check, shape } from "overheard";
import { isObject } from "./pointer.js";

/**
 * Reads a request. `value` is undefined where the text is no JSON, `isForm` says whether a form can show it,
 * `violations` are what the edge would refuse it for, and `shaped` is what would be sent when there are none.
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

/** Whether it is the name of a member that is refused, and not its value. */
export const concernsName = ({ code, param }) =>
  code === "unknown_field" || (code === "field_not_allowed" && /(^|\/)filters\/[^/]+$/.test(param));
