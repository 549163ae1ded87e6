// How an answer came about: time, cost, quotas, and everything else that its headers say.
import { html, nothing } from "lit-html";
import { copyButton } from "../page/copy.js";
import { counted, measureOf } from "./measures.js";

const whole = measureOf("count").full;
const time = (milliseconds) => (milliseconds < 9999.5 ? `${whole(Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`);

/** What is left of each window, from the headers RateLimit and RateLimit-Policy. */
function quotas(headers) {
  const policies = new Map([...(headers.get("ratelimit-policy") ?? "").matchAll(/"([^"]+)";q=(\d+)/g)].map(([, name, limit]) => [name, Number(limit)]));
  return [...(headers.get("ratelimit") ?? "").matchAll(/"([^"]+)";r=(\d+);t=(\d+)/g)].map(([, name, left, seconds]) => ({ name, left: Number(left), limit: policies.get(name), seconds: Number(seconds) }));
}

const quota = ({ name, left, limit, seconds }) => ({
  name: `Left this ${name}`,
  value: limit === undefined ? whole(left) : `${whole(left)} of ${whole(limit)}`,
  note: seconds < 3600 ? `renews in ${counted(seconds, "second")}` : `renews in ${counted(Math.ceil(seconds / 86400), "day")}`,
});

/** The milliseconds that the edge itself took. */
const edgeTime = (headers) => /total;dur=([\d.]+)/.exec(headers.get("server-timing") ?? "")?.[1];

/** @param {{response?: object, ms: number}} answer */
export function facts({ response, ms }) {
  if (!response) return nothing;
  const { status, cost, charged, cache, sizeApplied, requestId, headers } = response;
  const atEdge = edgeTime(headers);
  const all = [
    { name: "Status", value: status },
    { name: "Time", value: time(ms), note: atEdge && `${time(Number(atEdge))} at the edge` },
    cost !== undefined && { name: "Cost", value: whole(cost), note: charged === undefined ? undefined : charged ? "counted by the quota" : "not counted" },
    cache && { name: "Cache", value: cache },
    sizeApplied !== undefined && { name: "Cut to", value: counted(sizeApplied, "document"), note: "by the key's access level" },
    ...quotas(headers).map(quota),
    requestId && { name: "Request", value: html`<code>${requestId}</code> ${copyButton("the request id", () => requestId)}` },
  ].filter(Boolean);
  return html`<dl class="facts">${all.map(({ name, value, note }) => html`<div><dt>${name}</dt><dd>${value}${note ? html` <small>${note}</small>` : nothing}</dd></div>`)}</dl>
    <details class="headers"><summary>All headers that the page may read</summary>
      <div class="table" tabindex="0" role="region" aria-label="Headers"><table><caption>Headers</caption><tbody>${[...headers].map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table></div>
    </details>`;
}
