// Badge with a one-word state.
import type { ReactNode } from "react";

export type Mood = "good" | "bad" | "note" | "plain";

export const Badge = ({ mood = "plain", children }: { mood?: Mood; children: ReactNode }) => (
  <span className={`badge ${mood}`}>{children}</span>
);
