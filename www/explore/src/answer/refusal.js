// The view of a problem or an error in place of an answer.
import { html, nothing } from "lit-html";
import { ConnectionError, DecodeError, ProblemError } from "overheard";
import { pretty } from "../request/pretty.js";
import { counted } from "./measures.js";

const MAYBE_COUNTED = "The edge may still have answered and counted it.";
const NO_ANSWER = {
  network: {
    title: "No answer",
    notes: [
      "No server may be listening at this address, or the name does not exist.",
      "Or the edge answered, but the browser blocked the response: keys and browser tokens must allow the page's origin.",
    ],
  },
  timeout: { title: "No answer in time", notes: [MAYBE_COUNTED] },
  redirected: { title: "A redirect", notes: ["It is not followed, because it would take the secret to another host."] },
};

/** A refusal of the edge, or the lack of an answer. */
export function refusal(answer) {
  const { error, response } = answer;
  return error instanceof ProblemError ? problem(error.problem, response) : told(words(answer));
}

/** The same in a sentence, for those who cannot see it. */
export function refusalSentence(answer) {
  const { title, message } =
    answer.error instanceof ProblemError ? { title: "Refused", message: answer.error.message } : words(answer);
  return `${title}: ${message}`;
}

function words({ error, isAborted, ms }) {
  const { message } = error;
  if (isAborted)
    return {
      title: "Aborted",
      message: `Cancelled after ${counted(Math.round(ms), "millisecond")}.`,
      notes: [MAYBE_COUNTED],
    };
  if (error instanceof ConnectionError) return { ...NO_ANSWER[error.code], message };
  if (error instanceof DecodeError)
    return {
      title: "Not an answer of Overheard",
      message,
      notes: ["Is the base URL that of an edge, and of this version?"],
    };
  return { title: "Not sent", message, notes: [] };
}

const told = ({ title, message, notes }) => html`<div class="refusal">
  <h3>${title}</h3>
  <p class="what">${message}</p>
  ${notes.length > 0 ? html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}
</div>`;

function problem(document, response) {
  const { status, title, message, code, param, errors, retryable } = document;
  const wait = response?.retryAfter ? ` in ${counted(Math.ceil(response.retryAfter / 1000), "second")}` : "";
  return html`<div class="refusal">
    <h3>${status} ${title}</h3>
    <p class="what">${message}</p>
    ${errors.length > 1 ? html`<ul>${errors.map((violation) => html`<li>${violation.message}</li>`)}</ul>` : nothing}
    <dl class="facts">
      <div><dt>Code</dt><dd><code>${code}</code></dd></div>
      ${param ? html`<div><dt>Place</dt><dd><code>${param}</code></dd></div>` : nothing}
      <div><dt>Later</dt><dd>${retryable ? `the same request may succeed${wait}` : "the same request will be refused again"}</dd></div>
    </dl>
    <details>
      <summary>The whole problem</summary>
      <pre tabindex="0" role="region" aria-label="The whole problem"><code>${pretty(document.toJSON())}</code></pre>
    </details>
  </div>`;
}
