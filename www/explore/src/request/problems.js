// Everything that is wrong with the request, with where it is and what would resolve it.
import { html, nothing } from "lit-html";
import { meantButton, shortMessage } from "../form/messages.js";

const WORDS = { once: "Keep the last one", "leave out": "Leave it out" };

/** The place of a problem as one would write it: `brands[0].label`. */
const placeName = (param) =>
  param
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, "[$1]")
    .replaceAll("/", ".")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");

/** Returns a text with the number of problems. */
export const countOf = ({ length }) =>
  length === 0 ? "No problems" : length === 1 ? "1 problem" : `${length} problems`;

/**
 * @param {object[]} violations
 * @param {Map<object, object[]>} fixes what resolves each violation
 * @param {{take: (result: object) => void, show: (violation: object) => void}} act
 */
export function problemList(violations, fixes, act) {
  const kind = violations.length > 0 ? "bad" : "good";
  return html`<section class="card problems ${kind}" id="problems" aria-labelledby="problems-title" tabindex="-1">
    <h2 id="problems-title">${countOf(violations)}</h2>
    ${kind === "good" ? html`<p>The edge would accept this request.</p>` : html`<ul>${violations.map((violation) => problem(violation, fixes, act))}</ul>`}
  </section>`;
}

function problem(violation, fixes, { take, show }) {
  const { param, code, allowed = [], did_you_mean: meant } = violation;
  const own = fixes.get(violation) ?? [];
  const place = param.startsWith("/") ? html`<code>${placeName(param)}</code>` : "the text";
  const words = allowed.filter((word) => word !== meant);
  const others = own.filter(({ kind }) => kind in WORDS);
  return html`<li>
    <p class="what">${shortMessage(violation)}</p>
    <p class="where">
      <button type="button" class="link" @click=${() => show(violation)}>Go to ${place}</button>
      <span class="code">${code}</span>
    </p>
    <div class="allowed">
      ${meantButton(violation, { fixes, take })}
      ${words.length > 0 ? html`<span>${meant === undefined ? "Allowed:" : "Also allowed:"}</span>` : nothing}
      ${words.map((word) =>
        allowedWord(
          word,
          own.find((fix) => fix.word === word),
          take,
        ),
      )}
      ${others.map(({ kind, result }) => html`<button type="button" class="fix" @click=${() => take(result)}>${WORDS[kind]}</button>`)}
    </div>
  </li>`;
}

/** A word that the place takes: a button where putting it there resolves the problem. */
const allowedWord = (word, fix, take) =>
  fix
    ? html`<button type="button" class="word" @click=${() => take(fix.result)}>${word}</button>`
    : html`<code class="word">${word}</code>`;
