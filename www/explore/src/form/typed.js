// Text of a field that follows the request, without taking away what somebody is just typing.
import { noChange } from "lit-html";
import { Directive, directive } from "lit-html/directive.js";

const isSame = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Shows a value in a field, unless what is in the field means that value already: `1.0` stays until it is `1.05`. */
export const typed = directive(
  class extends Directive {
    render() {
      return noChange;
    }

    update({ element }, [value, { read, show }]) {
      if (!isSame(read(element.value), value)) element.value = show(value);
      return noChange;
    }
  },
);

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const asText = (value) =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
const whenEmpty = (isRequired) => (isRequired ? "" : undefined);

/** Converts between the text of a field and the value of the request. The package validates the value. */
export const asString = (isRequired) => ({
  read: (text) => (text === "" ? whenEmpty(isRequired) : text),
  show: asText,
});
export const asNumber = (isRequired) => ({
  read: (text) => (NUMBER.test(text.trim()) ? Number(text) : asString(isRequired).read(text)),
  // A text that looks like a number is none: the quotes say so.
  show: (value) => (typeof value === "string" && NUMBER.test(value) ? JSON.stringify(value) : asText(value)),
});

const probe = globalThis.document?.createElement("input");
if (probe) probe.type = "date";

/**
 * Returns true if the browser's date field can show a value. Other values are shown as text, so that the reader can
 * correct them.
 */
export function isDateField(value) {
  if (value === undefined || value === null) return true;
  probe.value = String(value);
  return probe.value === value;
}
