// Dialogs, drawers, menus and popovers. Their code is loaded on hover, focus or press of the button that opens them.
import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { ButtonContext } from "react-aria-components";
import type { DialogProps } from "./overlays/DialogFrame.tsx";
import type { Choice } from "./overlays/MenuFrame.tsx";

export type { Choice };

/** Loads all overlays in one chunk, because members who open one soon open another. */
export const loadOverlays = () => import("./overlays/overlays.ts");

const DialogFrame = lazy(async () => ({ default: (await loadOverlays()).DialogFrame }));
const MenuFrame = lazy(async () => ({ default: (await loadOverlays()).MenuFrame }));
const PopoverFrame = lazy(async () => ({ default: (await loadOverlays()).PopoverFrame }));

export const DialogBox = (props: DialogProps) => (
  <Suspense>
    <DialogFrame {...props} />
  </Suspense>
);

interface OpenerProps {
  /** Button that opens the overlay. */
  button: ReactNode;
  kind: "menu" | "listbox" | "dialog";
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Renders the overlay at the button. */
  children: (trigger: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/** Button with an overlay. */
export function Opener({ button, kind, isOpen, onOpenChange, children }: OpenerProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  // Ignores a failed preload: rendering loads it again and shows the error.
  const prepare = () => void loadOverlays().catch(() => undefined);
  const open = () => onOpenChange(true);
  // Arrow keys open menus and lists and do not scroll the page, as in native selects.
  const onKeyDown = (event: Pick<KeyboardEvent, "key" | "preventDefault">) => {
    if (kind === "dialog" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    open();
  };
  return (
    <>
      <ButtonContext
        value={{
          ref: trigger,
          "aria-haspopup": kind,
          "aria-expanded": isOpen,
          onHoverStart: prepare,
          onFocus: prepare,
          onPressStart: prepare,
          onPress: open,
          onKeyDown,
        }}
      >
        {button}
      </ButtonContext>
      {isOpen && <Suspense>{children(trigger)}</Suspense>}
    </>
  );
}

/** Menu below a button. */
export function MenuOf({ button, choices, label }: { button: ReactNode; choices: Choice[]; label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Opener button={button} kind="menu" isOpen={isOpen} onOpenChange={setOpen}>
      {(trigger) => <MenuFrame trigger={trigger} label={label} choices={choices} onClose={() => setOpen(false)} />}
    </Opener>
  );
}

interface PopoverOfProps {
  button: ReactNode;
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  placement?: "bottom start" | "bottom end";
  className?: string;
  children: ReactNode;
}

/** Popover below a button. */
export const PopoverOf = ({ button, isOpen, onOpenChange, ...frame }: PopoverOfProps) => (
  <Opener button={button} kind="dialog" isOpen={isOpen} onOpenChange={onOpenChange}>
    {(trigger) => <PopoverFrame trigger={trigger} onClose={() => onOpenChange(false)} {...frame} />}
  </Opener>
);
