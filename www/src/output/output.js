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
const FORMS = ["anthropic", "openai", "mcp"];
const NOTES = {
  canonical: "What is sent: defaults filled in, members in order. Two requests with the same one are the same question.",
  curl: "$KEY stands for your key.",
  library: "Runs on a server, with the key in its environment. The library checks the request before it is sent.",
  fetch: "The same without the library.",
  tool: "What a language model would call, and the definition that tells it how.",
};

/** @param {object} reading a request without problems @param {{baseUrl: string, meta: boolean, outputTab: string, toolForm: string}} state @param {(members: object) => void} change */
export function output({ operation, value, shaped }, state, change) {
  const { outputTab: chosen, toolForm } = state;
  const texts = {
    canonical: (note) => snippet("the canonical body", shaped.body, note),
    curl: (note) => snippet("the curl line", curl(shaped, state), note),
    library: (note) => snippet("the library call", libraryCall(operation, value, state), note),
    fetch: (note) => snippet("the fetch call", fetchCall(shaped, state), note),
    tool: (note) => html`${snippet("the tool call", toolCall(operation, value), note)}
      <details><summary>Definition of the tool</summary>
        <label class="inline">Form <select @change=${(event) => change({ toolForm: event.target.value })}>${FORMS.map((form) => html`<option ?selected=${form === toolForm}>${form}</option>`)}</select></label>
        ${snippet("the tool definition", toolDefinition(operation, toolForm))}
      </details>`,
  };
  return html`<p class="cost">Cost <b>${shaped.cost}</b> ${shaped.cost === 1 ? "unit" : "units"} · ${new TextEncoder().encode(shaped.body).length} bytes</p>
    ${tabs({ name: "output", label: "The request as", tabs: TABS, chosen, choose: (id) => change({ outputTab: id }), panel: texts[chosen](NOTES[chosen]) })}`;
}
