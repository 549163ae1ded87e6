// Buttons and links that look like them.
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import { Link } from "wouter";

interface Looks {
  /** `plain` has no edge until it is pointed at, `main` is the one thing to do. */
  look?: "edge" | "plain" | "main" | "danger";
  icon?: ReactNode;
}

export function Button({ look = "edge", icon, children, className = "", ...props }: ButtonProps & Looks & { children?: ReactNode; className?: string }) {
  return (
    <AriaButton className={`button ${look} ${className}`} {...props}>
      {icon}
      {children}
    </AriaButton>
  );
}

/** A button of a sign alone; `label` is what it is called. */
export function IconButton({ label, children, look = "plain", className = "", ...props }: ButtonProps & Looks & { label: string; children: ReactNode; className?: string }) {
  return (
    <AriaButton className={`button icon-only ${look} ${className}`} aria-label={label} {...props}>
      {children}
    </AriaButton>
  );
}

export function LinkButton({ to, look = "edge", icon, children }: Looks & { to: string; children: ReactNode }) {
  return (
    <Link href={to} className={`button ${look}`}>
      {icon}
      {children}
    </Link>
  );
}
