// The brands of a share of voice: how each one's line looks, its totals, and how far they can be trusted.
import { html, nothing, svg } from "lit-html";
import { look } from "./looks.js";
import { counted, measureOf } from "./measures.js";

const views = measureOf("views");
const DASHES = { solid: nothing, dashed: "6 3", dotted: "2 2" };
const SHAPES = {
  circle: svg`<circle cx="14" cy="6" r="4"/>`,
  rect: svg`<rect x="10" y="2" width="8" height="8"/>`,
  triangle: svg`<path d="M14 1.5 18.5 10h-9z"/>`,
  diamond: svg`<path d="M14 1 19 6 14 11 9 6z"/>`,
};

export const brandList = ({ brands }) => html`<ul class="brands">${brands.map(brand)}</ul>`;

function brand({ label, coverage, low_confidence: isUncertain, totals }, number) {
  const caution = coverage === "low" ? "low coverage" : isUncertain ? "low confidence" : undefined;
  return html`<li>
    ${swatch(look(number))}<b>${label}</b> ${counted(totals.unique_videos, "video")}, ${views.short(totals.views)} views
    ${caution ? html`<span class="badge">${caution}</span>` : nothing}
  </li>`;
}

const swatch = ({
  colour,
  symbol,
  dash,
}) => html`<svg class="swatch chart-${colour + 1}" viewBox="0 0 28 12" width="28" height="12" aria-hidden="true">
  <path d="M0 6h28" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray=${DASHES[dash]}/>
  <g fill="currentColor">${SHAPES[symbol]}</g>
</svg>`;
