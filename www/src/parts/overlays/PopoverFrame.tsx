// Popover at a button.
import type { ReactNode, RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";

interface PopoverFrameProps {
  trigger: RefObject<HTMLElement | null>;
  label: string;
  onClose: () => void;
  placement?: "bottom start" | "bottom end";
  className?: string;
  children: ReactNode;
}

export function PopoverFrame({
  trigger,
  label,
  onClose,
  placement = "bottom end",
  className = "",
  children,
}: PopoverFrameProps) {
  return (
    <Popover className="popover" placement={placement} triggerRef={trigger} isOpen onOpenChange={onClose}>
      <Dialog className={`popover-inside ${className}`} aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  );
}
