// Buttons, and links that look like buttons.
import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import { Link } from "wouter";

interface ButtonStyle {
  /** `plain` has a border only on hover, `main` marks the primary action. */
  variant?: "edge" | "plain" | "main" | "danger";
  icon?: ReactNode;
}

/**
 * Button. While `isPending` it keeps the focus and ignores presses. The library's own pending state is not used: it
 * announces the button by an id that no longer exists once a dialog has closed.
 */
export function Button({
  variant = "edge",
  icon,
  children,
  className = "",
  isPending = false,
  type = "button",
  onPress,
  ...props
}: ButtonProps & ButtonStyle & { children?: ReactNode; className?: string }) {
  return (
    <AriaButton
      className={`button ${variant} ${className} ${isPending ? "pending" : ""}`}
      type={isPending ? "button" : type}
      {...props}
      {...(!isPending && onPress && { onPress })}
    >
      {icon}
      {children}
    </AriaButton>
  );
}

/** Toggle button. */
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

/** Button with an icon only; `label` is its accessible name. */
export function IconButton({
  label,
  children,
  variant = "plain",
  className = "",
  ...props
}: ButtonProps & ButtonStyle & { label: string; children: ReactNode; className?: string }) {
  return (
    <AriaButton className={`button icon-only ${variant} ${className}`} aria-label={label} {...props}>
      {children}
    </AriaButton>
  );
}

export function LinkButton({
  to,
  variant = "edge",
  icon,
  children,
}: ButtonStyle & { to: string; children: ReactNode }) {
  return (
    <Link href={to} className={`button ${variant}`}>
      {icon}
      {children}
    </Link>
  );
}
