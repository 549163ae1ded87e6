// Key figure with its change, linked to the mentions behind it.
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { exceedsChance, type ToneValues } from "../view/tones.ts";
import { useView } from "../view/view.ts";
import type { Baseline } from "../view/window.ts";
import { LowConfidence, MIN_SAMPLE } from "./Marks.tsx";
import { Skeleton } from "./States.tsx";

const COMPARED: Record<Baseline, string> = {
  previous: t`compared with the previous period`,
  year: t`compared with the same period a year ago`,
};

interface StatProps {
  label: string;
  value: string;
  /** Formatted change against the baseline. */
  change?: string | undefined;
  /** Set if the change is better or worse. */
  direction?: "better" | "worse" | undefined;
  note?: ReactNode;
  to?: string | undefined;
  lowConfidence?: boolean;
}

export function Stat({ label, value, change, direction, note, to, lowConfidence = false }: StatProps) {
  const { window } = useView();
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>
        <span className="stat-value number">
          {to ? (
            <Link href={to} title={t`Show these mentions`}>
              {value}
            </Link>
          ) : (
            value
          )}
        </span>
        {change !== undefined && (
          <span className={`stat-change number ${direction ?? ""}`}>
            {change}
            <span className="unseen"> {COMPARED[window.baseline]}</span>
          </span>
        )}
        {lowConfidence && <LowConfidence />}
        {note && <span className="small soft">{note}</span>}
      </dd>
    </div>
  );
}

/** Returns the direction of a change in tone. Small samples and changes that may be chance have none. */
export const directionOf = (change: number | null | undefined, n = 0, nBefore = 0, of?: ToneValues) =>
  !change || Math.min(n, nBefore) < MIN_SAMPLE || !exceedsChance(change, n, nBefore, of)
    ? undefined
    : change > 0
      ? "better"
      : "worse";

export const Stats = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;

/** Skeleton of `count` key figures. */
export const StatsSkeleton = ({ count }: { count: number }) => (
  <div className="stats">
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className="stat">
        <Skeleton lines={3} />
      </div>
    ))}
  </div>
);
