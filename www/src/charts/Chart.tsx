// Chart that is drawn when it is about to scroll into view. The chart library is loaded with the first chart; until
// then an empty box keeps the height.
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useIsDark } from "../app/theme.ts";
import { Failed } from "../parts/States.tsx";
import { colours, font } from "./colours.ts";
import type { ChartHandle } from "./draw.ts";
import { colourOf, heightOf, seriesStyle, type ChartSpec } from "./chart-spec.ts";

let loaded: typeof import("./draw.ts") | undefined;
const library = async () => (loaded ??= await import("./draw.ts"));
/** Distance from the viewport at which a chart is drawn. */
const DRAW_MARGIN = "120px";

/** Draws charts one after the other with a pause between them, so that scrolling and presses are handled in between. */
let last: Promise<unknown> = Promise.resolve();
const nextTurn = () => (last = last.then(() => new Promise((resolve) => setTimeout(resolve))));

export function Chart({
  chartSpec,
  label,
  onPoint,
}: {
  chartSpec: ChartSpec;
  label: string;
  onPoint?: ((key: number, series: number) => void) | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<ChartHandle>(undefined);
  const point = useRef(onPoint);
  point.current = onPoint;
  const isDark = useIsDark();
  const [width, setWidth] = useState(0);
  const [isSeen, setSeen] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isPrinted = useRef(false);

  useEffect(() => {
    const element = place.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    const sight = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: DRAW_MARGIN },
    );
    sight.observe(element);
    // Draws all charts at once for printing, because every chart is visible on paper.
    const print = () => {
      isPrinted.current = true;
      flushSync(() => setSeen(true));
    };
    addEventListener("beforeprint", print);
    return () => {
      observer.disconnect();
      sight.disconnect();
      removeEventListener("beforeprint", print);
      drawn.current?.dispose();
      drawn.current = undefined;
    };
  }, []);

  useEffect(() => {
    if (width === 0 || !isSeen) return;
    let isOver = false;
    const show = async () => {
      // Waits for nothing before printing: the browser prints what is drawn when its listeners return.
      const { draw } = loaded ?? (await library());
      if (!drawn.current && !isPrinted.current) await nextTurn();
      if (isOver || !place.current) return;
      drawn.current ??= draw(place.current, (key, series) => point.current?.(key, series));
      drawn.current.update(chartSpec, { width, colours: colours(), font: font() });
    };
    show().catch((error: unknown) => !isOver && setFailure(error));
    return () => {
      isOver = true;
    };
  }, [chartSpec, width, isDark, isSeen]);

  if (failure) return <Failed error={failure} compact />;
  return (
    <>
      {chartSpec.series.length > 1 && <Legend chartSpec={chartSpec} />}
      <div
        ref={place}
        role="img"
        aria-label={label}
        className={onPoint ? "chart pressable" : "chart"}
        style={{ height: heightOf(chartSpec) }}
      />
    </>
  );
}

/** Legend as HTML text instead of chart text, so that long names wrap and are never cut off. */
export function Legend({ chartSpec: { series, kind } }: { chartSpec: Pick<ChartSpec, "series" | "kind"> }) {
  return (
    <ul className="legend" aria-label={t`Legend`}>
      {series.map((one, at) => (
        <li key={one.name}>
          <svg width="22" height="10" aria-hidden="true" className="swatch">
            {kind === "lines" ? (
              <line
                x1="1"
                y1="5"
                x2="21"
                y2="5"
                strokeWidth="2.5"
                stroke={`var(--${colourOf(one, at)})`}
                strokeDasharray={
                  one.isBefore || seriesStyle(at).dash === "dashed"
                    ? "5 3"
                    : seriesStyle(at).dash === "dotted"
                      ? "2 3"
                      : undefined
                }
              />
            ) : (
              <rect x="5" y="0" width="12" height="10" rx="2" fill={`var(--${colourOf(one, at)})`} />
            )}
          </svg>
          {one.name}
        </li>
      ))}
    </ul>
  );
}
