// The documents of a search, each as what it says: the context of a mention or the title of a video, and its other
// members below.
import { html, nothing } from "lit-html";
import { measureOf } from "./measures.js";

/** The fields that introduce a record; the first one present is used. */
const LEADS = ["context", "title", "channel_uid"];
/** Members that are known by what they say, and need no name before it. */
const UNNAMED = ["brand_name", "platform", "channel_name", "upload_date", "category"];

export const documents = ({ results }) => html`<ol class="documents">${results.map(item)}</ol>`;

function item(document) {
  const lead = LEADS.find((name) => document[name]);
  const members = Object.entries(document).filter(([name, value]) => name !== lead && isShown(value));
  return html`<li>
    <p class="lead">${document[lead] ?? html`<span class="nothing">no context</span>`}</p>
    <p class="members">${members.map(([name, value]) => html`<span>${UNNAMED.includes(name) ? nothing : html`<small>${name.replaceAll("_", " ")}</small> `}${written(name, value)}</span> `)}</p>
  </li>`;
}

/** Returns true if a value is present and not a distribution, which only the table shows. */
const isShown = (value) =>
  value !== null && value !== "" && (typeof value !== "object" || (Array.isArray(value) && value.length > 0));

const written = (name, value) =>
  Array.isArray(value) ? value.join(", ") : typeof value === "number" ? measureOf(name).full(value) : value;
