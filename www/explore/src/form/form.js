// The form of a request: every part of the model as the controls that show and edit it.
import { html } from "lit-html";
import { field } from "./controls.js";
import { filters } from "./filters.js";
import { groups, list } from "./lists.js";
import { messages } from "./messages.js";
import { unknown } from "./unknown.js";

const PARTS = {
  group: (part, form) => html`${within(part, form)}${messages(part.pointer, form)}`,
  list,
  filters,
  groups: (part, form) => groups(part, form, members),
};

const draw = (part, form) => (PARTS[part.kind] ?? field)(part, form);

/** The parts of an object, and the members that it should not have. */
const within = ({ parts, unknown: others }, form) => [
  ...parts.map((part) => draw(part, form)),
  ...others.map((member) => unknown(member, form)),
];
const members = (part, form) => html`<div class="parts">${within(part, form)}</div>`;

/**
 * @param {object} model what `formOf` gives
 * @param {object} form `problems` by place, `fixes` by violation, and what changes the request: `edit`, `replace`,
 * `take`, `focus`
 */
export const requestForm = (
  model,
  form,
) => html`<div class="form" role="group" aria-label="Request as a form" id="at" tabindex="-1">
  ${members(model, form)}${messages("", form)}
</div>`;
