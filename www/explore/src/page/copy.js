// A button that copies a text, and says that it has.
import { html } from "lit-html";
import { announce } from "./announce.js";

const SHOWN_MS = 1600;

/** @param {string} what what is copied, in words @param {() => string} text */
export function copyButton(what, text, label = "Copy") {
  const click = (event) => copy(event.currentTarget, what, text());
  return html`<button type="button" class="quiet copy" aria-label="${label}: ${what}" @click=${click}><span class="label">${label}</span></button>`;
}

async function copy(button, what, text) {
  const isDone = await written(text);
  announce(isDone ? `Copied ${what}` : `The browser did not allow to copy ${what}`);
  button.dataset.outcome = isDone ? "Copied" : "Not allowed";
  setTimeout(() => delete button.dataset.outcome, SHOWN_MS);
}

/** Pages that did not come over https have no clipboard, except on this machine. */
const written = (text) =>
  navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? false;
