// The element that draws a picture. A module of its own with the charts' library in it, loaded when the first answer
// comes.
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { heightOf, optionOf } from "./chart-options.js";
import { COLOURS } from "./looks.js";

use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer]);

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

class AnswerChart extends HTMLElement {
  #chart;
  #picture;
  #resized = new ResizeObserver(() => this.#draw());

  /** Sets the chart to draw and the theme. The stylesheet defines the colours. */
  set content({ picture }) {
    this.#picture = picture;
    this.#draw();
  }

  connectedCallback() {
    // Applies content that was set before this module was loaded.
    if (Object.hasOwn(this, "content")) {
      const { content } = this;
      delete this.content;
      this.content = content;
    }
    this.#resized.observe(this);
  }

  disconnectedCallback() {
    this.#resized.disconnect();
    this.#chart?.dispose();
    this.#chart = undefined;
  }

  #draw() {
    const width = this.clientWidth;
    if (!this.#picture || width === 0) return;
    const height = heightOf(this.#picture);
    this.style.height = `${height}px`;
    this.#chart ??= init(this, null, { renderer: "svg", width, height });
    this.#chart.resize({ width, height });
    this.#chart.setOption(optionOf(this.#picture, this.#theme(), { width, isStill: stillness.matches }), {
      notMerge: true,
    });
  }

  #theme() {
    const style = getComputedStyle(this);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const colours = Array.from({ length: COLOURS }, (_, number) => colour(`chart-${number + 1}`));
    return {
      ink: colour("ink"),
      soft: colour("soft"),
      grid: colour("grid"),
      card: colour("card"),
      colours,
      font: style.fontFamily,
    };
  }
}

customElements.define("answer-chart", AnswerChart);
