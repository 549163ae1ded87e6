// The page as a whole.
import { html, nothing } from "lit-html";
import { schema } from "overheard";
import { answerCard } from "../answer/answer.js";
import { connection } from "../ask/connection.js";
import { requestForm } from "../form/form.js";
import { output } from "../output/output.js";
import { editor } from "../request/editor.js";
import { examples } from "../request/examples.js";
import { countOf, problemList } from "../request/problems.js";
import { holdsSecret } from "../request/secrets.js";
import { copyButton } from "./copy.js";
import { tabs } from "./tabs.js";
import { themeSwitch } from "./theme.js";

const VIEWS = [
  { id: "form", label: "Form" },
  { id: "json", label: "JSON" },
];

/** The operations that ask a question. */
export const operations = schema()
  .operations.filter(({ request_schema: request }) => request)
  .map(({ name, description }) => ({ name, description }));

/** The name of an operation as a title. */
export const titleOf = (operation) => operation[0].toUpperCase() + operation.slice(1);

/** @param {object} view everything that is shown @param {object} act everything that can be done */
export const page = (view, act) => html`
  <a class="skip" href="#request" @click=${act.skip}>Skip to the request</a>
  <header class="top">
    <div class="brand">
      <img src="./icon.svg" alt="" width="40" height="40">
      <h1>Overheard <span>playground</span></h1>
      <p>Build, check and send requests about public video.</p>
    </div>
    ${themeSwitch(view.state.theme, act.chooseTheme)}
  </header>
  <main>
    ${operationChoice(view.state.operation, act)}
    <div class="columns">
      <div class="column">
        ${requestCard(view, act)}
        ${problemList(view.reading.violations, view.fixes, { take: act.take, show: act.showProblem })}
        ${outputCard(view, act)}
      </div>
      <div class="column">
        ${connection(view.state, view.reading.violations.length === 0, act)}
        ${answerCard(view.answer, view.state, view.isStale, act.change)}
      </div>
    </div>
  </main>
  <footer>
    <p>
      This page connects to your edge only. Keys stay in memory until you close it; its address contains only the request.
    </p>
  </footer>
  <p class="unseen" role="status" id="announcement"></p>`;

function operationChoice(chosen, { chooseOperation }) {
  const choice = ({ name, description }) => html`<label>
    <input type="radio" name="operation" value=${name} .checked=${name === chosen} @change=${() => chooseOperation(name)}>
    <span><b>${titleOf(name)}</b><small>${description}</small></span>
  </label>`;
  return html`<fieldset class="operations"><legend class="unseen">Operation</legend>${operations.map(choice)}</fieldset>`;
}

function requestCard({ state, reading, form, problems, fixes }, act) {
  const { operation, requestTab: chosen, text } = state;
  const { violations, isForm } = reading;
  const panels = {
    form: () => (isForm ? requestForm(form, { problems, fixes, ...act }) : noForm(act)),
    json: () => editor(reading, act.type),
  };
  const choose = (id) => act.change({ requestTab: id });
  return html`<section class="card request" id="request" aria-labelledby="request-title" tabindex="-1">
    <div class="card-head">
      <h2 id="request-title">Request</h2>
      <span class="pill ${violations.length > 0 ? "bad" : "good"}">${countOf(violations)}</span>
      ${copyButton("a link to this request", act.link, "Copy link")}
    </div>
    <div class="examples" role="group" aria-label="Examples">
      <span class="hint" aria-hidden="true">Start from</span>
      ${examples[operation].map((example) => html`<button type="button" class="chip" @click=${() => act.load(example)}>${example.title}</button>`)}
    </div>
    ${holdsSecret(text) ? SECRET_NOTE : nothing}
    ${tabs({ name: "request", label: "The request as", tabs: VIEWS, chosen, choose, panel: panels[chosen]() })}
  </section>`;
}

const SECRET_NOTE = html`<p class="note">
  <b>This looks like a secret.</b> Enter keys in the key field. The page's address does not contain this request.
</p>`;

const noForm = ({ change }) => html`<div class="empty">
  <p>The text is not a JSON object yet, so there is no form for it.</p>
  <button type="button" class="quiet" @click=${() => change({ requestTab: "json" })}>Edit the text</button>
</div>`;

const NO_OUTPUT = html`<p class="empty">
  Once the request has no problems, its canonical body, its cost and code for shells, programs and agents are here.
</p>`;

const outputCard = ({ reading, state }, { change }) => html`<section class="card output" aria-labelledby="output-title">
  <h2 id="output-title">Export</h2>
  ${reading.shaped ? output(reading, state, change) : NO_OUTPUT}
</section>`;
