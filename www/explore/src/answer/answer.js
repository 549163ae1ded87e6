// The answer to a question: as a chart, as tables, as it came.
import { html, nothing } from "lit-html";
import { snippet } from "../output/snippet.js";
import { tabs } from "../page/tabs.js";
import { pretty } from "../request/pretty.js";
import { facts } from "./facts.js";
import { brandList } from "./brands.js";
import { documents } from "./documents.js";
import { counted } from "./measures.js";
import { pictureOf } from "./pictures.js";
import { refusal } from "./refusal.js";
import { tablesOf } from "./table.js";

/** Returns the views of an answer. Records have no chart. */
const tabsOf = (operation) => [
  { id: "chart", label: operation === "search" ? "Documents" : "Chart" },
  { id: "table", label: "Table" },
  { id: "json", label: "JSON" },
];

/** Returns a short text with the size of an answer. */
export function summary({ operation, data }) {
  const { matched_documents: documents, matched_creators: creators, buckets, brands } = data;
  const names = brands
    ? ["brand"]
    : buckets
      ? ["group"]
      : operation === "co-mentions"
        ? ["entry", "entries"]
        : ["result"];
  const shown = counted(rowsOf(data).length, ...names);
  const matched = [
    creators !== undefined && counted(creators, "creator"),
    documents !== undefined && counted(documents, "document"),
  ].filter(Boolean);
  return matched.length > 0 ? `${shown} of ${matched.join(" and ")} that match` : shown;
}

/**
 * @param {object | undefined} answer what `ask` gave, with the question
 * @param {object} state of the page
 * @param {boolean} isStale whether the question has changed since
 */
export function answerCard(answer, state, isStale, change) {
  const busy = state.asking ? "true" : nothing;
  return html`<section class="card answer" id="answer" aria-labelledby="answer-title" aria-busy=${busy} tabindex="-1">
    <div class="card-head">
      <h2 id="answer-title">Answer</h2>
      ${answer?.data ? html`<p class="summary">${summary(answer)}</p>` : nothing}
    </div>
    ${answer ? body(answer, state, isStale, change) : html`<p class="empty">${state.asking ? "Asking…" : NOTHING_YET}</p>`}
  </section>`;
}

const NOTHING_MATCHES = "Nothing matches. That is an answer too.";
const NOTHING_YET = "Nothing has been asked yet. An answer comes as a chart, as a table and as JSON.";

function body(answer, state, isStale, change) {
  if (!answer.data) return html`${refusal(answer)}${facts(answer)}`;
  const { data } = answer;
  const { hints = answer.response?.hints ?? [], warnings = [] } = data._meta ?? {};
  const { answerTab: chosen } = state;
  const panels = {
    chart: () => chart(answer, state, change),
    table: () => tables(answer),
    json: () => snippet("the answer as JSON", pretty(data)),
  };
  const choose = (id) => change({ answerTab: id });
  return html`${isStale ? html`<p class="note">The request has changed since this answer.</p>` : nothing}
    ${notes("Hint", hints)}${notes("Warning", warnings)}
    ${tabs({ name: "answer", label: "The answer as", tabs: tabsOf(answer.operation), chosen, choose, panel: panels[chosen]() })}
    ${facts(answer)}`;
}

const notes = (kind, texts) => texts.map((text) => html`<p class="note"><b>${kind}:</b> ${text}</p>`);

const rowsOf = ({ buckets, results, brands }) => buckets ?? results ?? brands;

function tables(answer) {
  return rowsOf(answer.data).length > 0 ? tablesOf(answer) : html`<p class="empty">${NOTHING_MATCHES}</p>`;
}

function chart(answer, { measure: chosen, chartFailure, isDark }, change) {
  if (answer.operation === "search")
    return answer.data.results.length > 0 ? documents(answer.data) : html`<p class="empty">${NOTHING_MATCHES}</p>`;
  if (chartFailure) return html`<p class="empty">The chart could not be loaded: ${chartFailure}</p>`;
  const picture = rowsOf(answer.data).length > 0 ? pictureOf(answer, chosen) : undefined;
  if (!picture)
    return html`<p class="empty">${rowsOf(answer.data).length > 0 ? "There is no number to draw." : NOTHING_MATCHES}</p>`;
  const { title } = picture;
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${measureSwitch(picture, change)}
    <answer-chart role="img" aria-label="${title}. The table has the numbers." .content=${contentOf(picture, answer, isDark)}></answer-chart>
    ${answer.operation === "sector" ? brandList(answer.data) : nothing}
  </figure>`;
}

function measureSwitch({ measure, measures }, change) {
  if (measures.length < 2) return nothing;
  const choice = ({ name, label }) => html`<label>
    <input type="radio" name="measure" .checked=${name === measure.name} @change=${() => change({ measure: name })}><span>${label}</span>
  </label>`;
  return html`<fieldset class="switch"><legend class="unseen">Measure</legend>${measures.map(choice)}</fieldset>`;
}

let content;
/** The same object as long as the same is drawn: a chart that is drawn anew would lose what the pointer is at. */
function contentOf(picture, answer, isDark) {
  const isSame =
    content?.answer === answer && content.isDark === isDark && content.picture.measure.name === picture.measure.name;
  content = isSame ? content : { picture, answer, isDark };
  return content;
}
