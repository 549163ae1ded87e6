// The single fields of a form: each shows a value of the request and edits it.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { idOf } from "../page/focus.js";
import { messages, saidBy } from "./messages.js";
import { asNumber, asString, isDateField, typed } from "./typed.js";

/** A field with its label and the problems at its place. */
export function field(part, form) {
  if (part.kind === "switch")
    return html`<div class="field switch-field">${toggle(part, form)}${messages(part.pointer, form)}</div>`;
  return html`<div class="field ${part.kind}">
    <label for=${idOf("at", part.pointer)}>${labelled(part)}</label>
    ${control(part, form)}
    ${hint(part)}
    ${messages(part.pointer, form)}
  </div>`;
}

/** The label of a part, with the name of the member where that is not the same. */
export function labelled({ label, name, isRequired }) {
  const member = name.replaceAll(" ", ".");
  const isSame = label.toLowerCase() === member;
  return html`${label}${isSame ? nothing : html` <code>${member}</code>`}${isRequired ? html`<span class="required">required</span>` : nothing}`;
}

/** The control alone, named by its label or by `name`. */
export function control(part, form, { name, onEnter } = {}) {
  if (part.kind === "choice") return choice(part, form, name);
  const { pointer, value, isRequired, kind, max } = part;
  const as = kind === "number" ? asNumber(isRequired) : asString(isRequired);
  const type = kind === "date" && isDateField(value) ? "date" : "text";
  const edit = (event) => form.edit(pointer, as.read(event.target.value));
  const inputmode = kind !== "number" ? nothing : Number.isInteger(max) ? "numeric" : "decimal";
  const placeholder = kind === "date" && type === "text" ? "YYYY-MM-DD" : nothing;
  const onKey = (event) => event.key === "Enter" && !event.ctrlKey && !event.metaKey && onEnter?.();
  const said = saidBy(pointer, form);
  return html`<input id=${idOf("at", pointer)} type=${type} .value=${typed(value, as)} @input=${edit} @keydown=${onKey}
    inputmode=${inputmode} placeholder=${placeholder} autocomplete="off" spellcheck="false" autocapitalize="off" aria-label=${name ?? nothing}
    aria-required=${isRequired ? "true" : nothing} aria-invalid=${said ? "true" : nothing} aria-describedby=${said ?? nothing}>`;
}

function choice({ pointer, value, options, isRequired, default: fallback, clears }, form, name) {
  const isKnown = value === undefined || value === null || options.includes(value);
  const unsaid = isRequired ? "Choose…" : fallback === undefined ? "Default" : `${fallback} (default)`;
  const entries = [
    ...(isRequired && options.includes(value) ? [] : [{ text: unsaid, value: undefined }]),
    ...options.map((option) => ({ text: option, value: option })),
    ...(isKnown ? [] : [{ text: `${typeof value === "string" ? value : JSON.stringify(value)} (not allowed)`, value }]),
  ];
  const edit = (event) => {
    const chosen = entries[event.target.selectedIndex].value;
    if (chosen === undefined && clears) form.edit(clears, undefined);
    else form.edit(pointer, chosen);
  };
  const said = saidBy(pointer, form);
  return html`<select id=${idOf("at", pointer)} @change=${edit} aria-label=${name ?? nothing} aria-required=${isRequired ? "true" : nothing}
    aria-invalid=${said ? "true" : nothing} aria-describedby=${said ?? nothing}>
    ${entries.map((entry) => html`<option .selected=${live(entry.value === (value ?? undefined))}>${entry.text}</option>`)}
  </select>`;
}

function toggle({ pointer, value, label, name }, form) {
  const edit = (event) => form.edit(pointer, event.target.checked || undefined);
  return html`<label class="check">
    <input type="checkbox" id=${idOf("at", pointer)} .checked=${live(value === true)} @change=${edit} aria-describedby=${saidBy(pointer, form) ?? nothing}>
    <span>${labelled({ label, name })}</span>
  </label>`;
}

/** The limits of a number, in words. */
function hint({ kind, min, max, default: fallback }) {
  if (kind !== "number" || max === undefined) return nothing;
  return html`<p class="hint">${min} to ${max}${fallback === undefined ? "" : `, ${fallback} if not said`}</p>`;
}
