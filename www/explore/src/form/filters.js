// Filters as rows: a field, a condition, and the values that the condition takes.
import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { idOf } from "../page/focus.js";
import { inside } from "../request/pointer.js";
import { control } from "./controls.js";
import { firstValue, onField, underCondition } from "./filter-model.js";
import { listItems } from "./lists.js";
import { messages } from "./messages.js";
import { unknown } from "./unknown.js";

const FIELD_KINDS = { range: "number", date_range: "date" };

export function filters(part, form) {
  const { pointer, rows, unused, fields, label } = part;
  const add = () => {
    form.edit(inside(pointer, unused[0]), firstValue(fields[unused[0]]));
    form.focus(idOf("field", inside(pointer, unused[0])));
  };
  return html`<fieldset class="block" id=${idOf("at", pointer)} tabindex="-1">
    <legend>${label}</legend>
    ${rows.length === 0 ? html`<p class="hint">None: every document counts.</p>` : ""}
    ${rows.map((row, number) => filter(row, number, part, form))}
    ${messages(pointer, form)}
    <button type="button" class="quiet" id=${idOf("add", pointer)} ?disabled=${unused.length === 0} @click=${add}>Add filter</button>
  </fieldset>`;
}

function filter(row, number, { pointer, rows, unused, fields }, form) {
  const { name, field, condition } = row;
  // Without an index, nobody knows which fields there are.
  const isKnown = Object.keys(fields).length > 0;
  const move = (event) => {
    const to = event.target.value;
    form.replace(row.pointer, to, onField(row.value, field, fields[to]));
    form.focus(idOf("field", inside(pointer, to)));
  };
  const turn = (event) => form.edit(row.pointer, underCondition(event.target.value, row.value));
  const remove = () => {
    form.edit(row.pointer, undefined);
    const neighbour = rows[number + 1] ?? rows[number - 1];
    form.focus(neighbour ? idOf("field", neighbour.pointer) : idOf("add", pointer), idOf("add", pointer));
  };
  const conditions = Object.entries(field?.conditions ?? { [condition]: "is" });
  const options = [name, ...unused].map((option) => ({
    option,
    text: fields[option] || !isKnown ? option : `${option} (not allowed)`,
  }));
  const wide = condition === "any" || condition === "between" ? "wide" : "";
  // The place of a single value is that of its field.
  const id = idOf(condition === "one" ? "row" : "at", row.pointer);
  return html`<div class="filter ${wide}" role="group" aria-label="Filter on ${name}" id=${id} tabindex="-1">
    <select class="which" id=${idOf("field", row.pointer)} aria-label="Field" @change=${move}>
      ${options.map(({ option, text }) => html`<option value=${option} .selected=${live(option === name)}>${text}</option>`)}
    </select>
    <select class="condition" aria-label="Condition of ${name}" @change=${turn}>
      ${conditions.map(([id, words]) => html`<option value=${id} .selected=${live(id === condition)}>${words}</option>`)}
    </select>
    <div class="values">${values(row, form)}</div>
    <button type="button" class="icon remove" aria-label="Remove the filter on ${name}" @click=${remove}>×</button>
    <div class="below">${row.unknown.map((member) => unknown(member, form))}${messages(row.pointer, form)}</div>
  </div>`;
}

function values({ pointer, name, field = { kind: "term" }, value, condition, items, ends }, form) {
  const { options, max } = field;
  const kind = options ? "choice" : (FIELD_KINDS[field.kind] ?? "text");
  if (condition === "any") return listItems({ pointer, items, label: "Values", max, options, whenEmpty: [] }, form);
  if (condition === "one")
    return control({ pointer, value, kind, options, isRequired: true }, form, { name: `Value of ${name}` });
  return ends.map(
    ({ end, pointer: place, value: at }) => html`<div class="end">
      ${ends.length > 1 ? html`<span class="hint" aria-hidden="true">${end === "gte" ? "from" : "to"}</span>` : ""}
      ${control({ pointer: place, value: at, kind, isRequired: true }, form, { name: `${end === "gte" ? "Lowest" : "Highest"} ${name}` })}
      ${messages(place, form)}
    </div>`,
  );
}
