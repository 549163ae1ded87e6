// Draws charts with ECharts. This chunk contains the chart library and nothing else.
import { t } from "@lingui/core/macro";
import { countUnit } from "../view/words.ts";
import { BarChart, LineChart } from "echarts/charts";
import { GraphicComponent, GridComponent, LegendComponent, TitleComponent, TooltipComponent } from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { colourOf, heightOf, keyAt, seriesStyle, type ChartSpec } from "./chart-spec.ts";
import { AXIS_RANGES, formatTick, formatValue } from "./units.ts";

use([
  BarChart,
  LineChart,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
  SVGRenderer,
]);

/** Resolves a colour token to a colour. */
export type Colours = (token: string) => string;

export interface DrawOptions {
  width: number;
  colours: Colours;
  font: string;
}

const element = (name: string, className: string, ...inner: (string | Node)[]) => {
  const newElement = document.createElement(name);
  newElement.className = className;
  newElement.append(...inner);
  return newElement;
};

/** Builds the tooltip. It uses elements instead of HTML text, because names come from the dataset. */
function tip(chartSpec: ChartSpec, at: number, colours: Colours): HTMLElement {
  const rows = chartSpec.series.flatMap((series, place) => {
    const value = series.values[at];
    if (value === undefined) return [];
    const dot = element("span", "tip-dot");
    dot.style.backgroundColor = colours(colourOf(series, place));
    const n = series.n?.[at];
    const text = `${formatValue(chartSpec.unit, value)}${n === undefined || n === null ? "" : ` · n = ${n}${chartSpec.nUnit ? ` ${countUnit(chartSpec.nUnit)}` : ""}`}`;
    return [element("p", "tip-row", dot, element("span", "tip-label", series.name), element("b", "number", text))];
  });
  const key = chartSpec.keys[at] ?? "";
  return element(
    "div",
    "tip",
    element("p", "tip-title", chartSpec.partial?.marks[at] ? t`${key} (partial)` : key),
    ...rows,
  );
}

function optionOf(chartSpec: ChartSpec, { width, colours, font }: DrawOptions, isExport = false) {
  const { kind, keys, series, unit, isStacked } = chartSpec;
  const isBars = kind === "bars";
  const [min, max] = AXIS_RANGES[unit] ?? [];
  // Axes of shares end at 100 % and have ticks at the quarters.
  const largest = Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const isWhole = unit === "share" || (unit === "percent" && largest > 75 && largest <= 100);
  const label = { color: colours("soft"), fontFamily: font, fontSize: 12 };
  const values = {
    type: "value",
    min: min ?? undefined,
    max: max ?? (isWhole ? 100 : undefined),
    splitNumber: isBars && width < 420 ? 2 : 4,
    interval: isWhole ? (isBars && width < 420 ? 50 : 25) : undefined,
    minInterval: unit === "count" ? 1 : undefined,
    axisLabel: { ...label, formatter: (value: number) => formatTick(unit, value), hideOverlap: true },
    splitLine: { lineStyle: { color: colours("edge") } },
  };
  const names = {
    type: "category",
    data: keys.map((_, at) => keyAt(chartSpec, at)),
    inverse: isBars,
    boundaryGap: kind !== "lines",
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours("control") } },
    axisLabel: isBars
      ? { ...label, width: Math.min(200, width * 0.4), overflow: "break", lineHeight: 14 }
      : {
          ...label,
          hideOverlap: true,
          margin: 12,
          showMinLabel: true,
          showMaxLabel: chartSpec.partial?.marks.at(-1) ? true : undefined,
        },
  };
  const drawn = series.map((one, at) => {
    const { symbol, dash } = seriesStyle(at);
    const colour = colours(colourOf(one, at));
    // Partial periods get a pale bar or a hollow symbol.
    const faded =
      kind === "lines"
        ? { symbol: "emptyCircle", symbolSize: 9 }
        : { itemStyle: { color: colour, opacity: 0.4, borderColor: colour, borderType: "dashed" } };
    const data = one.values.map((value, place) =>
      chartSpec.partial?.marks[place] && !one.isBefore && value !== null ? { value, ...faded } : value,
    );
    const base = {
      name: one.name,
      data,
      itemStyle: { color: colour },
      emphasis: { focus: series.length > 1 ? "series" : "none" },
    };
    if (kind !== "lines")
      return {
        ...base,
        type: "bar",
        stack: isStacked ? "all" : undefined,
        barMaxWidth: isBars ? 18 : 40,
        barMinHeight: isBars ? 1 : 0,
        barGap: "20%",
      };
    return {
      ...base,
      type: "line",
      symbol,
      symbolSize: 6,
      showSymbol: keys.length <= 32,
      connectNulls: unit === "tone",
      z: one.isBefore ? 1 : 2,
      lineStyle: { color: colour, width: 2, type: one.isBefore ? "dashed" : dash },
    };
  });
  return {
    animation: false,
    textStyle: { fontFamily: font },
    grid: { left: 4, right: 16, top: 12, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    xAxis: isBars ? values : names,
    yAxis: isBars ? names : values,
    series: drawn,
    tooltip: isExport
      ? undefined
      : {
          trigger: "axis",
          confine: true,
          axisPointer: {
            type: kind === "lines" ? "line" : "shadow",
            lineStyle: { color: colours("control") },
            shadowStyle: { color: colours("ink"), opacity: 0.06 },
          },
          className: "tip-frame",
          backgroundColor: colours("card"),
          borderColor: colours("edge"),
          padding: 0,
          formatter: (points: { dataIndex: number }[]) => tip(chartSpec, points[0]?.dataIndex ?? 0, colours),
        },
  };
}

export interface ChartHandle {
  update: (chartSpec: ChartSpec, drawing: DrawOptions) => void;
  dispose: () => void;
}

/**
 * Draws a chart into an element. `onPoint` receives the index of the pressed key, and the index of the series if a mark
 * was hit.
 */
export function draw(place: HTMLElement, onPoint: (key: number, series: number) => void): ChartHandle {
  let chart: EChartsType | undefined;
  let currentSpec: ChartSpec;
  const hit = (event: { offsetX: number; offsetY: number }) => {
    const point = [event.offsetX, event.offsetY];
    if (!chart?.containPixel("grid", point)) return;
    const [x, y] = chart.convertFromPixel({ gridIndex: 0 }, point) as [number, number];
    onPoint(Math.round(currentSpec.kind === "bars" ? y : x), 0);
  };
  return {
    update(chartSpec, drawing) {
      currentSpec = chartSpec;
      const size = { width: drawing.width, height: heightOf(chartSpec) };
      if (!chart) {
        chart = init(place, null, { renderer: "svg", ...size });
        chart.on("click", ({ dataIndex, seriesIndex, event }) => {
          event?.stop();
          onPoint(dataIndex ?? 0, seriesIndex ?? 0);
        });
        chart.getZr().on("click", (event) => !event.target && hit(event));
      }
      chart.resize(size);
      chart.setOption(optionOf(chartSpec, drawing), { notMerge: true });
    },
    dispose: () => chart?.dispose(),
  };
}

/** Height of a line of notes in pixels, and the characters that fit into it. */
const LINE = 16;
const CHARACTERS = 140;

/** Breaks a note into lines that fit the width of the chart. */
function wrapNote(note: string): string[] {
  const lines = [""];
  for (const word of note.split(" ")) {
    const last = lines.at(-1)!;
    if (last !== "" && last.length + word.length + 1 > CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

/** Renders the chart as an SVG document with title, notes and legend, for export. */
export function svgOf(
  chartSpec: ChartSpec,
  title: string,
  notes: string[],
  drawing: Omit<DrawOptions, "width">,
): { svg: string; width: number; height: number } {
  const width = 960;
  const lines = notes.flatMap(wrapNote);
  const below = 48 + LINE * Math.max(1, lines.length);
  const head = below + (chartSpec.series.length > 1 ? 28 : 0);
  const height = Math.max(420, heightOf(chartSpec)) + head + 8;
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  const option = optionOf(chartSpec, { ...drawing, width }, true);
  const text = { fontFamily: drawing.font };
  chart.setOption({
    ...option,
    backgroundColor: drawing.colours("card"),
    title: {
      text: title,
      subtext: lines.join("\n"),
      left: 16,
      top: 12,
      textStyle: { ...text, color: drawing.colours("ink"), fontSize: 18 },
      subtextStyle: { ...text, color: drawing.colours("soft"), fontSize: 12, lineHeight: LINE },
    },
    legend:
      chartSpec.series.length > 1
        ? { top: below, left: 12, type: "plain", textStyle: { ...text, color: drawing.colours("ink") } }
        : undefined,
    grid: { ...option.grid, left: 20, right: 24, top: head + 8, bottom: 16 },
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return { svg, width, height };
}
