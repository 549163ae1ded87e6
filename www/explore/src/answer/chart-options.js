// Pictures as options of the charts' library. Lines differ in colour, dash and symbol: no one has to tell them by
// colour.
import { look } from "./looks.js";
import { isFew } from "./measures.js";
import { tooltip } from "./tooltip.js";

const ROW_HEIGHT = 30;
const LINES_HEIGHT = 360;
const FONT_SIZE = 13;
/** Room for the names of bars, of the whole width. */
const NAMES = 0.4;

/** Room for the axis below bars, and for its unit. */
const AXIS_HEIGHT = 24;
const UNIT_HEIGHT = 24;
const MARGIN = 12;
/** About as wide as a letter or digit. */
const LETTER = 7.2;
/** The opacity of a bar whose mean is based on few records. */
const FAINT = 0.45;

const below = ({ unit }) => (unit ? UNIT_HEIGHT : 0);
export const heightOf = ({ kind, rows, measure }) =>
  kind === "lines" ? LINES_HEIGHT : rows.length * ROW_HEIGHT + AXIS_HEIGHT + below(measure) + MARGIN;

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
  const labels = rows.map((row) => barLabel(row, isNarrow ? measure.short : measure.full));
  const room = Math.max(...labels.map(({ length }) => length)) * LETTER + MARGIN;
  return {
    ...base,
    grid: {
      left: 8,
      right: room,
      top: 4,
      bottom: below(measure) + 4,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
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
    tooltip: {
      ...base.tooltip,
      axisPointer: { type: "shadow" },
      formatter: ([{ dataIndex }]) => barTooltip(rows[dataIndex], measure),
    },
    series: [
      {
        type: "bar",
        barMaxWidth: 18,
        data: rows.map(({ value, n }) => ({
          value,
          itemStyle: {
            borderRadius: value < 0 ? [3, 0, 0, 3] : [0, 3, 3, 0],
            ...(isFew(n) && { opacity: FAINT, borderColor: theme.colours[0], borderType: "dashed" }),
          },
        })),
        // To the right of bars that go to the left as well, away from the names.
        label: { ...base.textStyle, show: true, position: "right", formatter: ({ dataIndex }) => labels[dataIndex] },
      },
    ],
  };
}

/** Returns the label of a bar. For a mean, it includes the number of values and marks a low one. */
const barLabel = ({ value, n }, written) =>
  value === null ? "" : `${written(value)}${n === undefined ? "" : `  n ${n}${isFew(n) ? ", small sample" : ""}`}`;

function barTooltip({ label, value, n }, measure) {
  const size = n === undefined ? [] : [{ label: isFew(n) ? "n (small sample)" : "n", value: String(n) }];
  return tooltip(label, [{ label: measure.label, value: value === null ? "no value" : measure.full(value) }, ...size]);
}

function linesOption({ months, lines, measure }, theme, width, base) {
  return {
    ...base,
    // The names of lines are below the chart, where all of them have room.
    grid: { left: 8, right: 20, top: 28, bottom: 8, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
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
    series: lines.map(({ label, values }, number) => {
      const { symbol, dash } = look(number);
      return {
        type: "line",
        name: label,
        data: values,
        symbol,
        symbolSize: 7,
        showAllSymbol: true,
        lineStyle: { width: 2, type: dash },
        emphasis: { focus: "series" },
      };
    }),
  };
}

/** The brands of a month, most first. */
function lineTooltip(months, lines, measure, theme, [{ dataIndex }]) {
  const rows = lines.map(({ label, values, sizes }, number) => ({
    label,
    colour: theme.colours[look(number).colour],
    number: values[dataIndex],
    size: sizes ? ` (${sizes[dataIndex]})` : "",
  }));
  rows.sort((a, b) => (b.number ?? -Infinity) - (a.number ?? -Infinity));
  const value = ({ number, size }) => (number === null ? "none" : measure.full(number) + size);
  return tooltip(
    months[dataIndex],
    rows.map((row) => ({ label: row.label, colour: row.colour, value: value(row) })),
  );
}
