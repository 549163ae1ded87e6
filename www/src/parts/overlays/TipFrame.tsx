// Tooltip at its trigger.
import type { ReactNode, RefObject } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components";

interface TipFrameProps {
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

export function TipFrame({ trigger, onClose, children }: TipFrameProps) {
  return (
    <TooltipTriggerStateContext
      value={{ isOpen: true, shouldSkipAnimation: true, open: () => undefined, close: onClose }}
    >
      <Tooltip className="tooltip" triggerRef={trigger}>
        {children}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
