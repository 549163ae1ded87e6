// A number with how it has changed, which leads to the mentions behind it.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { LowConfidence } from "./Marks.tsx";
import { Skeleton } from "./States.tsx";

interface StatProps {
  label: string;
  value: string;
  /** The change against the window before, in words. */
  change?: string | undefined;
  /** Which way it went, where more is better or worse. */
  direction?: "better" | "worse" | undefined;
  note?: ReactNode;
  to?: string | undefined;
  lowConfidence?: boolean;
}

export function Stat({ label, value, change, direction, note, to, lowConfidence = false }: StatProps) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>
        <span className="stat-value number">
          {to ? (
            <Link href={to} title="See the mentions behind it">
              {value}
            </Link>
          ) : (
            value
          )}
        </span>
        {change !== undefined && (
          <span className={`stat-change number ${direction ?? ""}`}>
            {change}
            <span className="unseen"> against the period before</span>
          </span>
        )}
        {lowConfidence && <LowConfidence />}
        {note && <span className="small soft">{note}</span>}
      </dd>
    </div>
  );
}

/** Which way a tone went. */
export const directionOf = (change: number | null | undefined) =>
  !change ? undefined : change > 0 ? "better" : "worse";

export const Stats = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;

/** What is in the place of as many numbers until they are there. */
export const StatsSkeleton = ({ count }: { count: number }) => (
  <div className="stats">
    {Array.from({ length: count }, (_, at) => (
      <div key={at} className="stat">
        <Skeleton lines={3} />
      </div>
    ))}
  </div>
);
