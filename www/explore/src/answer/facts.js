// The metadata of an answer: time, cost, quotas and all other headers.
import { html, nothing } from "lit-html";
import { copyButton } from "../page/copy.js";
import { counted, measureOf } from "./measures.js";

const HOUR = 3600;
const DAY = 86_400;
const whole = measureOf("count").full;
const time = (milliseconds) => `${whole(Math.round(milliseconds))} ms`;

/** @param {{response?: object, ms: number}} answer */
export function facts({ response, ms }) {
  if (!response) return nothing;
  const { status, cost, charged, cache, sizeApplied, requestId, headers } = response;
  const atEdge = edgeTime(headers);
  const all = [
    fact("Status", status),
    fact("Time", time(ms), atEdge === undefined ? undefined : `${time(atEdge)} at the edge`),
    cost !== undefined &&
      fact("Cost", whole(cost), charged === undefined ? undefined : charged ? "counted by the quota" : "not counted"),
    cache && fact("Cache", cache),
    sizeApplied !== undefined && fact("Cut to", counted(sizeApplied, "document"), "by the key's access level"),
    ...quotas(headers).map(quota),
    requestId && fact("Request", html`<code>${requestId}</code> ${copyButton("the request id", () => requestId)}`),
  ];
  return html`<dl class="facts">${all.filter(Boolean)}</dl>${allHeaders(headers)}`;
}

const fact = (name, value, note) =>
  html`<div><dt>${name}</dt><dd>${value}${note ? html` <small>${note}</small>` : nothing}</dd></div>`;

/** The milliseconds that the edge itself took. */
function edgeTime(headers) {
  const total = /total;dur=([\d.]+)/.exec(headers.get("server-timing") ?? "");
  return total ? Number(total[1]) : undefined;
}

/** Returns the remaining quota of each window, from the headers RateLimit and RateLimit-Policy. */
function quotas(headers) {
  const policies = (headers.get("ratelimit-policy") ?? "").matchAll(/"([^"]+)";q=(\d+)/g);
  const limits = new Map([...policies].map(([, name, limit]) => [name, Number(limit)]));
  const windows = (headers.get("ratelimit") ?? "").matchAll(/"([^"]+)";r=(\d+);t=(\d+)/g);
  return [...windows].map(([, name, left, seconds]) => ({
    name,
    left: Number(left),
    limit: limits.get(name),
    seconds: Number(seconds),
  }));
}

function quota({ name, left, limit, seconds }) {
  const [unit, length] = seconds < HOUR ? ["second", 1] : seconds < DAY ? ["hour", HOUR] : ["day", DAY];
  const wait = counted(Math.ceil(seconds / length), unit);
  return fact(
    `Left this ${name}`,
    limit === undefined ? whole(left) : `${whole(left)} of ${whole(limit)}`,
    `renews in ${wait}`,
  );
}

const allHeaders = (headers) => html`<details class="headers">
  <summary>All readable headers</summary>
  <div class="table" tabindex="0" role="region" aria-label="Headers">
    <table>
      <caption>Headers</caption>
      <tbody>${[...headers].map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody>
    </table>
  </div>
</details>`;
