// Parts that repeat: lists of texts, and groups such as the brands of a competitive set.
import { html } from "lit-html";
import { idOf } from "../page/focus.js";
import { inside } from "../request/pointer.js";
import { control, labelled } from "./controls.js";
import { messages } from "./messages.js";

const single = (label) => label.replace(/s$/, "");

/** A list of texts, one field each. */
export function list(part, form) {
  const { pointer, label, items, isRequired, max } = part;
  return html`<fieldset class="block list" id=${idOf("at", pointer)} tabindex="-1">
    <legend>${labelled(part)}</legend>
    ${listItems({ pointer, items, label, max, isRequired, whenEmpty: isRequired ? [] : undefined }, form)}
    ${messages(pointer, form)}
  </fieldset>`;
}

/** The fields of a list with the buttons that take one away and add one. */
export function listItems({ pointer, items, label, max, options, whenEmpty }, form) {
  const add = () => {
    form.edit(pointer, [
      ...items.map(({ value }) => value),
      options?.find((option) => !items.some(({ value }) => value === option)) ?? "",
    ]);
    form.focus(idOf("at", inside(pointer, items.length)));
  };
  const remove = (number) => {
    const left = items.toSpliced(number, 1).map(({ value }) => value);
    form.edit(pointer, left.length > 0 ? left : whenEmpty);
    form.focus(idOf("at", inside(pointer, Math.min(number, left.length - 1))), idOf("add", pointer));
  };
  const kind = options ? "choice" : "text";
  const item = ({ pointer: place, value }, number) => html`<div class="item">
    ${control({ pointer: place, value, kind, options, isRequired: true }, form, { name: `${single(label)} ${number + 1}`, onEnter: add })}
    <button type="button" class="icon" aria-label="Remove ${single(label).toLowerCase()} ${number + 1}" @click=${() => remove(number)}>×</button>
    ${messages(place, form)}
  </div>`;
  return html`<div class="items">${items.map(item)}
    <button type="button" class="quiet" id=${idOf("add", pointer)} ?disabled=${items.length >= max} @click=${add}>Add ${single(label).toLowerCase()}</button>
  </div>`;
}

/** Groups of fields, each a set with its own name. `body` draws what is in one. */
export function groups(part, form, body) {
  const { pointer, label, items, value, max, empty } = part;
  const one = single(label);
  const all = Array.isArray(value) ? value : [];
  const add = () => {
    form.edit(pointer, [...all, empty]);
    form.focus(idOf("at", inside(inside(pointer, all.length), Object.keys(empty)[0])));
  };
  const remove = (number) => {
    form.edit(pointer, all.toSpliced(number, 1));
    form.focus(idOf("at", inside(pointer, Math.min(number, items.length - 2))), idOf("add", pointer));
  };
  const group = (item, number) => html`<fieldset class="group" id=${idOf("at", item.pointer)} tabindex="-1">
    <legend>${one} ${number + 1}${typeof item.value?.label === "string" && item.value.label !== "" ? `: ${item.value.label}` : ""}</legend>
    <button type="button" class="icon remove" aria-label="Remove ${one.toLowerCase()} ${number + 1}" @click=${() => remove(number)}>×</button>
    ${body(item, form)}
  </fieldset>`;
  return html`<fieldset class="block" id=${idOf("at", pointer)} tabindex="-1">
    <legend>${label}<span class="count">${items.length} of at most ${max}</span></legend>
    ${items.map(group)}
    ${messages(pointer, form)}
    <button type="button" class="quiet" id=${idOf("add", pointer)} ?disabled=${items.length >= max} @click=${add}>Add ${one.toLowerCase()}</button>
  </fieldset>`;
}
