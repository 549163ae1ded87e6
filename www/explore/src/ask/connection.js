// The edge and the credential of requests. Neither is stored or part of the page's address.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { isBrowserToken } from "./ask.js";
import { asksAsMember } from "./member.js";

const told = () => document.querySelector('meta[name="edge"]');

/** The edge that the page asks until its reader says otherwise: what the page was served with, else its own origin. */
export const usualBaseUrl = () => told().content || location.origin;

/** The address of that edge for others, where the page asks it through its own server. */
export const usualAddress = () => told().dataset.address ?? usualBaseUrl();

export const SECRET = "secret";
export const SEND = "send";
export const ABORT = "abort";

/**
 * @param {object} state @param {boolean} isReady whether the request has no problems @param {object} act `change`,
 * `send`, `abort`
 */
export function connection(state, isReady, { change, send, abort }) {
  const { baseUrl, secret, meta, asking } = state;
  const submit = (event) => {
    event.preventDefault();
    send();
  };
  return html`<form class="card connection" aria-labelledby="connection-title" @submit=${submit}>
    <h2 id="connection-title">Ask an edge</h2>
    <div class="parts halves">
      <div class="field">
        <label for="base-url">Base URL</label>
        <input id="base-url" type="text" inputmode="url" autocomplete="off" spellcheck="false" autocapitalize="off"
          .value=${live(baseUrl)} @input=${(event) => change({ baseUrl: event.target.value })}>
      </div>
      <div class="field">
        <label for=${SECRET}>Key or browser token</label>
        <input id=${SECRET} type="password" autocomplete="off" spellcheck="false" aria-describedby="secret-note"
          .value=${live(secret)} @input=${(event) => change({ secret: event.target.value.trim() })}>
      </div>
    </div>
    <p class="hint" id="secret-note">${secretNote(state)}</p>
    <label class="check">
      <input type="checkbox" .checked=${live(meta)} @change=${(event) => change({ meta: event.target.checked })}>
      <span>Ask for hints and warnings <code>Prefer: meta</code></span>
    </label>
    <div class="actions">
      <button type="submit" class="primary" id=${SEND} aria-disabled=${isReady && !asking ? nothing : "true"} aria-describedby="send-note">Send</button>
      ${asking ? html`<button type="button" class="quiet" id=${ABORT} @click=${abort}>Abort</button>` : nothing}
      <span class="hint" id="send-note">${asking ? "Asking…" : isReady ? KEYS : "Not while the request has problems"}</span>
    </div>
  </form>`;
}

const KEYS = html`<span class="keys">or <kbd>Ctrl</kbd> <kbd>Enter</kbd> anywhere</span>`;
const KEY_NOTE = html`<b>A key is for servers:</b> whoever can run code in a page can read it. The library refuses keys in pages unless it is
  told otherwise, as it is here, for trying things out. Use one that you can revoke, and browser tokens in pages of your own.`;

function secretNote(state) {
  const { secret, member } = state;
  if (asksAsMember(state))
    return html`Without one you ask as <b>${member.label}</b> of ${member.account}, who is signed in to <a href="/">the dashboard</a>.`;
  if (secret === "") return "Kept in this page's memory only: never stored, never in its address.";
  return isBrowserToken(secret)
    ? "A browser token: made for pages, it ends by itself and opens only what it was made for."
    : KEY_NOTE;
}
