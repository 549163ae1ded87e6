// What there is instead of an answer, told as what it is.
import { html, nothing } from "lit-html";
import { ConnectionError, DecodeError, ProblemError } from "overheard";
import { pretty } from "../request/pretty.js";
import { counted } from "./measures.js";

const NO_ANSWER = {
  network: {
    title: "No answer",
    notes: [
      "Nothing may listen at this address, or the name does not exist.",
      "Or the edge answered, and the browser keeps the answer from this page: keys and browser tokens must be made for the page's origin.",
    ],
  },
  timeout: { title: "No answer in time", notes: ["The edge may have answered and counted it all the same."] },
  redirected: { title: "A redirect", notes: ["It is not followed, because it would take the secret to another host."] },
};

/** A refusal of the edge, or the lack of an answer. */
export function refusal({ error, response, isAborted, ms }) {
  if (isAborted) return told({ title: "Aborted", message: `You ended it after ${counted(Math.round(ms), "millisecond")}.`, notes: ["The edge may have answered and counted it all the same."] });
  if (error instanceof ProblemError) return problem(error.problem, response);
  if (error instanceof ConnectionError) return told({ ...NO_ANSWER[error.code], message: error.message });
  if (error instanceof DecodeError) return told({ title: "Not an answer of Overheard", message: error.message, notes: ["Is the base URL that of an edge, and of this version?"] });
  return told({ title: "Not sent", message: error.message });
}

/** What a refusal is called, for those who cannot see it. */
export const refusalTitle = ({ error, isAborted }) =>
  isAborted ? "Aborted" : error instanceof ProblemError ? `Refused: ${error.problem.message}` : error instanceof ConnectionError ? `${NO_ANSWER[error.code].title}: ${error.message}` : error.message;

const told = ({ title, message, notes = [] }) => html`<div class="refusal"><h3>${title}</h3><p class="what">${message}</p>
  ${notes.length > 0 ? html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}</div>`;

function problem(document, response) {
  const { status, title, message, code, param, errors, retryable } = document;
  const wait = response?.retryAfter;
  return html`<div class="refusal"><h3>${status} ${title}</h3><p class="what">${message}</p>
    ${errors.length > 1 ? html`<ul>${errors.map((violation) => html`<li>${violation.message}</li>`)}</ul>` : nothing}
    <dl class="facts">
      <div><dt>Code</dt><dd><code>${code}</code></dd></div>
      ${param ? html`<div><dt>Place</dt><dd><code>${param}</code></dd></div>` : nothing}
      <div><dt>Later</dt><dd>${retryable ? `the same request may succeed${wait ? ` in ${counted(Math.ceil(wait / 1000), "second")}` : ""}` : "the same request will be refused again"}</dd></div>
    </dl>
    <details><summary>The whole problem</summary><pre tabindex="0" role="region" aria-label="The whole problem"><code>${pretty(document.toJSON())}</code></pre></details>
  </div>`;
}
