// Buttons and links that look like them.
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import { Link } from "wouter";

interface Looks {
  /** `plain` has no edge until it is pointed at, `main` is the one thing to do. */
  look?: "edge" | "plain" | "main" | "danger";
  icon?: ReactNode;
}

/**
 * `isPending` says that what it does is under way: it keeps the focus, and does nothing until that has ended. The
 * library's own state of that name announces the button by its id, which is of nothing any more once a dialog has
 * closed.
 */
export function Button({
  look = "edge",
  icon,
  children,
  className = "",
  isPending = false,
  type = "button",
  onPress,
  ...props
}: ButtonProps & Looks & { children?: ReactNode; className?: string }) {
  return (
    <AriaButton
      className={`button ${look} ${className} ${isPending ? "pending" : ""}`}
      type={isPending ? "button" : type}
      {...props}
      {...(!isPending && onPress && { onPress })}
    >
      {icon}
      {children}
    </AriaButton>
  );
}

/** A button that is on or off. */
export const ToggleOf = ({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) => (
  <Button className={isOn ? "toggle on" : "toggle"} aria-pressed={isOn} onPress={() => onChange(!isOn)}>
    {children}
  </Button>
);

/** A button of a sign alone; `label` is what it is called. */
export function IconButton({
  label,
  children,
  look = "plain",
  className = "",
  ...props
}: ButtonProps & Looks & { label: string; children: ReactNode; className?: string }) {
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
