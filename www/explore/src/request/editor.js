// The request as JSON text: a plain text field over the same text in colours, with what is wrong underlined.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { scan } from "./json-text.js";
import { parentOf } from "./pointer.js";
import { tidied } from "./pretty.js";
import { concernsName } from "./reading.js";

const EDITOR = "json";

/** Returns the errors in a text, as `{from, to, violation}`. A missing member is an error at its expected position. */
export function faults({ text, violations }) {
  const { places, stop } = scan(text);
  return violations.flatMap((violation) => {
    const fault = extent(text, places, stop, violation);
    return fault ? [{ ...fault, violation }] : [];
  });
}

function extent(text, places, stop, violation) {
  if (violation.param === "" && stop !== undefined)
    return { from: stop, to: Math.max(stop + 1, endOfWord(text, stop)) };
  const place = places.get(violation.param);
  if (!place)
    return violation.param === ""
      ? undefined
      : extent(text, places, stop, { code: "missing_field", param: parentOf(violation.param) });
  if (concernsName(violation) && place.name) return place.name;
  const isSmall = !"{[".includes(text[place.value.from]);
  return isSmall ? place.value : (place.name ?? { from: place.value.from, to: place.value.from + 1 });
}

const endOfWord = (text, from) => from + text.slice(from).search(/[\s,:{}[\]]|$/);

/** The text in pieces, each with the classes that it is shown with. */
function pieces(text, wrong) {
  const { tokens } = scan(text);
  const ends = [...tokens, ...wrong].flatMap(({ from, to }) => [from, Math.min(to, text.length)]);
  const edges = [...new Set([0, text.length, ...ends])].sort((a, b) => a - b);
  let at = 0;
  return edges.slice(0, -1).map((from, number) => {
    const to = edges[number + 1];
    while (tokens[at] && tokens[at].to <= from) at++;
    const kind = tokens[at]?.from <= from ? `json-${tokens[at].kind}` : "";
    const isWrong = wrong.some((fault) => fault.from <= from && to <= fault.to);
    return html`<span class="${kind} ${isWrong ? "wrong" : ""}">${text.slice(from, to)}</span>`;
  });
}

/** @param {object} reading @param {(text: string) => void} type takes the text that was typed */
export function editor(reading, type) {
  const { text, violations } = reading;
  const wrong = faults(reading);
  // An error at the end of the text needs a character to underline.
  const end = wrong.some(({ from }) => from >= text.length) ? html`<span class="wrong"> </span>` : nothing;
  return html`<div class="editor-tools">
      <button type="button" class="quiet" ?disabled=${tidied(text) === text} @click=${() => type(tidied(text))}>Tidy up</button>
    </div>
    <div class="editor">
      <pre aria-hidden="true">${pieces(text, wrong)}${end}${"\n"}</pre>
      <textarea id=${EDITOR} .value=${live(text)} @input=${(event) => type(event.target.value)} spellcheck="false" autocapitalize="off"
        autocomplete="off" aria-label="Request as JSON" aria-invalid=${violations.length > 0 ? "true" : nothing} aria-describedby="problems"></textarea>
    </div>`;
}

/** Selects what is wrong in the text. */
export function selectFault(reading, violation) {
  const fault = faults(reading).find((candidate) => candidate.violation === violation);
  const area = document.getElementById(EDITOR);
  area.focus({ preventScroll: true });
  if (fault) area.setSelectionRange(fault.from, Math.min(fault.to, reading.text.length));
  (document.querySelectorAll(".editor .wrong")[0] ?? area).scrollIntoView({ block: "nearest" });
}
