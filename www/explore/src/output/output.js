// The request to take along: canonical body, shell, programs, agents.
import { html } from "lit-html";
import { tabs } from "../page/tabs.js";
import { curl, fetchCall, libraryCall, toolCall, toolDefinition } from "./code.js";
import { snippet } from "./snippet.js";

const TABS = [
  { id: "canonical", label: "Canonical" },
  { id: "curl", label: "curl" },
  { id: "library", label: "Library" },
  { id: "fetch", label: "fetch" },
  { id: "tool", label: "Agent tool" },
];
/** The forms in which the package defines tools. */
const FORMS = ["anthropic", "openai", "mcp"];
const NOTES = {
  canonical:
    "What is sent: defaults filled in, members in order. Two requests with the same one are the same question.",
  curl: "$KEY stands for your key.",
  library: "Runs on a server, with the key in its environment. The library checks the request before it is sent.",
  fetch: "The same without the library.",
  tool: "What a language model would call, and the definition that tells it how.",
};

/**
 * @param {object} reading a request without problems @param {object} state of the page @param {(members: object) =>
 * void} change
 */
export function output({ operation, value, shaped }, state, change) {
  const { outputTab: chosen } = state;
  const panels = {
    canonical: (note) => snippet("the canonical body", shaped.body, note),
    curl: (note) => snippet("the curl line", curl(shaped, state), note),
    library: (note) => snippet("the library call", libraryCall(operation, value, state), note),
    fetch: (note) => snippet("the fetch call", fetchCall(shaped, state), note),
    tool: (note) => [snippet("the tool call", toolCall(operation, value), note), definition(operation, state, change)],
  };
  const choose = (id) => change({ outputTab: id });
  const bytes = new TextEncoder().encode(shaped.body).length;
  return html`<p class="cost">Cost <b>${shaped.cost}</b> units · ${bytes} bytes</p>
    ${tabs({ name: "output", label: "The request as code", tabs: TABS, chosen, choose, panel: panels[chosen](NOTES[chosen]) })}`;
}

function definition(operation, { toolForm }, change) {
  const choose = (event) => change({ toolForm: event.target.value });
  return html`<details>
    <summary>Definition of the tool</summary>
    <label class="inline">Form <select @change=${choose}>${FORMS.map((form) => html`<option ?selected=${form === toolForm}>${form}</option>`)}</select></label>
    ${snippet("the tool definition", toolDefinition(operation, toolForm))}
  </details>`;
}
