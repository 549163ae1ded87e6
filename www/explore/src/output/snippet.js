// A text to take along: what it is, a button that copies it, and the text.
import { html } from "lit-html";
import { copyButton } from "../page/copy.js";

/** The text with places to break its lines at: long ones have no blanks. */
const breakable = (text) => text.split(/(?<=[,{[])(?=\S)/).map((piece) => html`${piece}<wbr>`);

/** @param {string} what what the text is, in words @param {string} text @param {unknown} note what to know of it */
export const snippet = (what, text, note = "") => html`<div class="snippet">
  <div class="snippet-head"><p class="hint">${note}</p>${copyButton(what, () => text)}</div>
  <pre tabindex="0" role="region" aria-label="${what[0].toUpperCase()}${what.slice(1)}"><code>${breakable(text)}</code></pre>
</div>`;
