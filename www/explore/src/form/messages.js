// The error messages of a field.
import { html, nothing } from "lit-html";
import { idOf } from "../page/focus.js";

/** The message without the list at its end, which is shown as a list of its own. */
export const shortMessage = ({ message, allowed }) => (allowed ? message.replace(/ Allowed: \[.*\]$/s, "") : message);

/** The name of the element that says what is wrong at a place; undefined when nothing is. */
export const saidBy = (pointer, { problems }) => (problems.has(pointer) ? idOf("says", pointer) : undefined);

/** The problems at a place, each with the change that was probably meant. */
export function messages(pointer, form) {
  const here = form.problems.get(pointer);
  if (!here) return nothing;
  const message = (violation) => html`<p>${shortMessage(violation)} ${meantButton(violation, form)}</p>`;
  return html`<div class="messages" id=${idOf("says", pointer)}>${here.map(message)}</div>`;
}

/** A button that puts the word that was probably meant in its place. */
export function meantButton(violation, { fixes, take }) {
  const meant = fixes.get(violation)?.find(({ kind }) => kind === "meant");
  return meant
    ? html`<button type="button" class="fix" @click=${() => take(meant.result)}>Did you mean <b>${meant.word}</b>?</button>`
    : nothing;
}
