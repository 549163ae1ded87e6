// Badge with a one-word state.
import type { ReactNode } from "react";

export type BadgeVariant = "good" | "bad" | "note" | "plain";

export const Badge = ({ variant = "plain", children }: { variant?: BadgeVariant; children: ReactNode }) => (
  <span className={`badge ${variant}`}>{children}</span>
);
