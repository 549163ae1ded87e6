// Members that no form knows: shown as they are, so that nothing of a request is hidden.
import { html } from "lit-html";
import { idOf } from "../page/focus.js";
import { messages } from "./messages.js";

export const unknown = (
  { pointer, name, value },
  form,
) => html`<div class="unknown" id=${idOf("at", pointer)} tabindex="-1">
  <p><code>${JSON.stringify(name)}: ${JSON.stringify(value)}</code>
  <button type="button" class="quiet" aria-label="Leave out ${name}" @click=${() => form.edit(pointer, undefined)}>Leave out</button></p>
  ${messages(pointer, form)}
</div>`;
