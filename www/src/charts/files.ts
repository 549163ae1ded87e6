// Exports charts as PNG and SVG files.
import { fileName, save } from "../parts/download.ts";
import { colours, font } from "./colours.ts";
import type { ChartSpec } from "./chart-spec.ts";

interface ChartExport {
  chartSpec: ChartSpec;
  title: string;
  /** Notes below the title, and explanations of marks. */
  notes: string[];
  window: { from: string; to: string } | undefined;
}

async function renderSvg({ chartSpec, title, notes }: ChartExport) {
  const { svgOf } = await import("./draw.ts");
  return svgOf(chartSpec, title, notes, { colours: colours(), font: font() });
}

export async function saveSvg(chart: ChartExport): Promise<void> {
  const { svg } = await renderSvg(chart);
  save(new Blob([svg], { type: "image/svg+xml" }), fileName(chart.title, chart.window, "svg"));
}

/** Saves the chart as PNG at twice its size, for high-resolution screens and slides. */
export async function savePng(chart: ChartExport): Promise<void> {
  const { svg, width, height } = await renderSvg(chart);
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: width * 2, height: height * 2 });
    canvas.getContext("2d")!.drawImage(image, 0, 0, width * 2, height * 2);
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (content) save(content, fileName(chart.title, chart.window, "png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
