// Measures the drawn elements of a chart.

/** The colours of a chart in the light theme, in their order. */
const COLOURS = ["#0f5fc2", "#d2640a", "#24501a", "#a8446c", "#7494b8", "#541a86"];

/** Returns the lengths of the bars from top to bottom. Bars to the left of zero are negative. */
export const barsOf = (page) =>
  page.locator("answer-chart").evaluate((chart, colour) => {
    const bars = [...chart.querySelectorAll(`svg path[fill="${colour}"]`)].map((bar) => bar.getBBox());
    // Bars to the right begin at zero. Without any, the bars to the left end there.
    const toTheRight = [...chart.querySelectorAll(`svg path[fill="none"]`)]
      .map((line) => line.getBBox())
      .filter(({ width }) => width === 0);
    const zero = toTheRight.at(-1).x;
    return bars.sort((a, b) => a.y - b.y).map(({ x, width }) => (x + width / 2 < zero ? -width : width));
  }, COLOURS[0]);

/**
 * Returns the heights of each line's points above the bottom of the chart, for up to six lines in the order of their
 * colours.
 */
export const linesOf = (page) =>
  page.locator("answer-chart").evaluate((chart, colours) => {
    const bottom = chart.querySelector("svg").getBoundingClientRect().height;
    const lines = [...chart.querySelectorAll('svg g[clip-path] > path[fill="none"][stroke-width="2"]')];
    lines.sort((a, b) => colours.indexOf(a.getAttribute("stroke")) - colours.indexOf(b.getAttribute("stroke")));
    return lines.map((line) =>
      [...line.getAttribute("d").matchAll(/[ML][\d.]+[ ,]([\d.]+)/g)].map(([, y]) => bottom - Number(y)),
    );
  }, COLOURS);

/** Returns the texts of a chart. */
export const wordsOf = (page) => page.locator("answer-chart svg text").allTextContents();
