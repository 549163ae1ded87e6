// A picture in the page. What draws it is loaded with the first one; until then its place is kept.
import { useEffect, useRef, useState } from "react";
import { useIsDark } from "../app/theme.ts";
import { Failed } from "../parts/States.tsx";
import { colours, font } from "./colours.ts";
import type { Drawn } from "./draw.ts";
import { colourOf, heightOf, look, type Picture } from "./picture.ts";

const library = () => import("./draw.ts");

export function Chart({ picture, label, onPoint }: { picture: Picture; label: string; onPoint?: ((key: number, series: number) => void) | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const point = useRef(onPoint);
  point.current = onPoint;
  const isDark = useIsDark();
  const [width, setWidth] = useState(0);
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    const element = place.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.current?.dispose();
      drawn.current = undefined;
    };
  }, []);

  useEffect(() => {
    if (width === 0) return;
    let isOver = false;
    const show = async () => {
      const { draw } = await library();
      if (isOver || !place.current) return;
      drawn.current ??= draw(place.current, (key, series) => point.current?.(key, series));
      drawn.current.update(picture, { width, colours: colours(), font: font(), isStill: matchMedia("(prefers-reduced-motion: reduce)").matches });
    };
    show().catch((error: unknown) => !isOver && setFailure(error));
    return () => {
      isOver = true;
    };
  }, [picture, width, isDark]);

  if (failure) return <Failed error={failure} compact />;
  return (
    <>
      {picture.series.length > 1 && <Legend picture={picture} />}
      <div ref={place} role="img" aria-label={label} className={onPoint ? "chart pressable" : "chart"} style={{ height: heightOf(picture) }} />
    </>
  );
}

/** The names of the series with how they are drawn: text of the page, so that nothing of it is cut off. */
export function Legend({ picture: { series, kind } }: { picture: Pick<Picture, "series" | "kind"> }) {
  return (
    <ul className="legend" aria-label="Legend">
      {series.map((one, at) => (
        <li key={one.name}>
          <svg width="22" height="10" aria-hidden="true" className="swatch">
            {kind === "lines"
              ? <line x1="1" y1="5" x2="21" y2="5" strokeWidth="2.5" stroke={`var(--${colourOf(one, at)})`} strokeDasharray={one.isBefore || look(at).dash === "dashed" ? "5 3" : look(at).dash === "dotted" ? "2 3" : undefined} />
              : <rect x="5" y="0" width="12" height="10" rx="2" fill={`var(--${colourOf(one, at)})`} />}
          </svg>
          {one.name}
        </li>
      ))}
    </ul>
  );
}
