// What a chart shows, measured in what is drawn.

const FIRST_COLOUR = { light: "#0f5fc2", dark: "#6cb0ff" };

/** The lengths of the bars from top to bottom; negative where a bar goes to the left of zero. */
export const barsOf = (page, theme = "light") =>
  page.locator("answer-chart").evaluate((chart, colour) => {
    const bars = [...chart.querySelectorAll(`svg path[fill="${colour}"]`)].map((bar) => bar.getBBox());
    // Bars to the right begin at zero; without any, those to the left end there.
    const toTheRight = [...chart.querySelectorAll(`svg path[fill="none"]`)].map((line) => line.getBBox()).filter(({ width }) => width === 0);
    const zero = toTheRight.at(-1).x;
    return bars.sort((a, b) => a.y - b.y).map(({ x, width }) => (x + width / 2 < zero ? -width : width));
  }, FIRST_COLOUR[theme]);

/** The heights of the points of each line above the bottom of the chart. */
export const linesOf = (page) =>
  page.locator("answer-chart").evaluate((chart) => {
    const bottom = chart.querySelector("svg").getBoundingClientRect().height;
    const lines = [...chart.querySelectorAll('svg g[clip-path] > path[fill="none"][stroke-width="2"]')];
    return lines.map((line) => [...line.getAttribute("d").matchAll(/[ML][\d.]+[ ,]([\d.]+)/g)].map(([, y]) => bottom - Number(y)));
  });

/** What is written in a chart. */
export const wordsOf = (page) => page.locator("answer-chart svg text").allTextContents();
