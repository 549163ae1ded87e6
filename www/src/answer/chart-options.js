// Pictures as options of the charts' library. Lines differ in colour, dash and symbol: no one has to tell them by colour.
import { tooltip } from "./tooltip.js";

const SYMBOLS = ["circle", "rect", "triangle", "diamond"];
const DASHES = ["solid", "dashed", "dotted"];
const ROW_HEIGHT = 30;
const LINES_HEIGHT = 400;
const FONT_SIZE = 13;
/** Room for the names of bars, of the whole width. */
const NAMES = 0.34;

/** Room for the axis below bars, and for its unit. */
const AXIS_HEIGHT = 24;
const UNIT_HEIGHT = 24;
const MARGIN = 12;

const below = ({ unit }) => (unit ? UNIT_HEIGHT : 0);
export const heightOf = ({ kind, rows, measure }) => (kind === "lines" ? LINES_HEIGHT : rows.length * ROW_HEIGHT + AXIS_HEIGHT + below(measure) + MARGIN);

/**
 * @param {object} picture
 * @param {{ink: string, soft: string, grid: string, card: string, colours: string[], font: string}} theme
 * @param {{width: number, isStill: boolean}} place how much room there is, and whether nothing should move
 */
export function optionOf(picture, theme, { width, isStill }) {
  const textStyle = { fontFamily: theme.font, fontSize: FONT_SIZE, color: theme.ink };
  const base = {
    animation: !isStill,
    animationDuration: 300,
    color: theme.colours,
    textStyle,
    tooltip: {
      trigger: "axis",
      confine: true,
      className: "chart-tooltip",
      backgroundColor: theme.card,
      borderColor: theme.grid,
      textStyle,
      transitionDuration: 0,
    },
  };
  return picture.kind === "lines" ? linesOption(picture, theme, width, base) : barsOption(picture, theme, width, base);
}

const valueAxis = (theme, measure) => ({
  type: "value",
  axisLabel: { color: theme.soft, fontSize: FONT_SIZE, formatter: measure.short, hideOverlap: true },
  splitLine: { lineStyle: { color: theme.grid } },
});

function barsOption({ rows, measure }, theme, width, base) {
  const isNarrow = width < 480;
  const nameWidth = Math.round(width * NAMES);
  return {
    ...base,
    grid: { left: 8, right: isNarrow ? 56 : 80, top: 4, bottom: below(measure) + 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    xAxis: {
      ...valueAxis(theme, measure),
      splitNumber: isNarrow ? 2 : 5,
      name: measure.unit ?? "",
      nameLocation: "middle",
      nameGap: 28,
      nameTextStyle: { color: theme.soft, fontSize: FONT_SIZE },
    },
    yAxis: {
      type: "category",
      inverse: true,
      data: rows.map(({ label }) => label),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.soft }, onZero: false },
      axisLabel: { color: theme.ink, fontSize: FONT_SIZE, width: nameWidth, overflow: "truncate", interval: 0 },
    },
    tooltip: { ...base.tooltip, axisPointer: { type: "shadow" }, formatter: ([{ dataIndex }]) => barTooltip(rows[dataIndex], measure) },
    series: [
      {
        type: "bar",
        barMaxWidth: 18,
        data: rows.map(({ value }) => ({ value, itemStyle: { borderRadius: value < 0 ? [3, 0, 0, 3] : [0, 3, 3, 0] } })),
        // To the right of bars that go to the left as well, away from the names.
        label: { ...base.textStyle, show: true, position: "right", formatter: ({ value }) => (isNarrow ? measure.short(value) : measure.full(value)) },
      },
    ],
  };
}

const barTooltip = ({ label, value }, measure) => tooltip(label, [{ label: measure.label, value: value === null ? "no value" : measure.full(value) }]);

function linesOption({ months, lines, measure }, theme, width, base) {
  return {
    ...base,
    legend: {
      type: "scroll",
      top: 0,
      left: 0,
      right: 0,
      itemWidth: 28,
      itemHeight: 10,
      textStyle: base.textStyle,
      pageTextStyle: { color: theme.soft },
      pageIconColor: theme.ink,
      pageIconInactiveColor: theme.grid,
    },
    grid: { left: 8, right: 20, top: 68, bottom: 8, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    xAxis: {
      type: "category",
      data: months,
      boundaryGap: months.length === 1,
      axisTick: { alignWithLabel: true },
      axisLine: { lineStyle: { color: theme.soft }, onZero: false },
      axisLabel: { color: theme.soft, fontSize: FONT_SIZE, hideOverlap: true, rotate: width < 480 ? 45 : 0 },
    },
    yAxis: {
      ...valueAxis(theme, measure),
      name: measure.unit ?? measure.label,
      nameGap: 12,
      nameTextStyle: { color: theme.soft, fontSize: FONT_SIZE, align: "left", padding: [0, 0, 4, 0] },
    },
    tooltip: { ...base.tooltip, formatter: (points) => lineTooltip(months, lines, measure, theme, points) },
    series: lines.map(({ label, isLow, values }, number) => ({
      type: "line",
      name: isLow ? `${label} (low coverage)` : label,
      data: values,
      symbol: SYMBOLS[number % SYMBOLS.length],
      symbolSize: 7,
      showAllSymbol: true,
      lineStyle: { width: 2, type: DASHES[Math.floor(number / theme.colours.length) % DASHES.length] },
      emphasis: { focus: "series" },
    })),
  };
}

/** The brands of a month, most first. */
function lineTooltip(months, lines, measure, theme, [{ dataIndex }]) {
  const rows = lines.map(({ label, values }, number) => ({ label, colour: theme.colours[number % theme.colours.length], number: values[dataIndex] }));
  rows.sort((a, b) => (b.number ?? -Infinity) - (a.number ?? -Infinity));
  return tooltip(months[dataIndex], rows.map(({ label, colour, number }) => ({ label, colour, value: number === null ? "none" : measure.full(number) })));
}
