// Exports charts as PNG and SVG files.
import { fileName, save } from "../parts/download.ts";
import { colours, font } from "./colours.ts";
import type { Picture } from "./picture.ts";

interface Titled {
  picture: Picture;
  title: string;
  /** Notes below the title, and explanations of marks. */
  notes: string[];
  window: { from: string; to: string } | undefined;
}

async function drawn({ picture, title, notes }: Titled) {
  const { svgOf } = await import("./draw.ts");
  return svgOf(picture, title, notes, { colours: colours(), font: font() });
}

export async function saveSvg(chart: Titled): Promise<void> {
  const { svg } = await drawn(chart);
  save(new Blob([svg], { type: "image/svg+xml" }), fileName(chart.title, chart.window, "svg"));
}

/** Saves the chart as PNG at twice its size, for high-resolution screens and slides. */
export async function savePng(chart: Titled): Promise<void> {
  const { svg, width, height } = await drawn(chart);
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
