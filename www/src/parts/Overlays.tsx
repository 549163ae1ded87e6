// What opens above the page: dialogs, a drawer from the side, menus and small forms. What shows them is loaded when it
// is wanted first: when its button is pointed at, reached by keyboard or pressed.
import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { ButtonContext } from "react-aria-components";
import type { DialogProps } from "./opened/DialogFrame.tsx";
import type { Choice } from "./opened/MenuFrame.tsx";

export type { Choice };

/** All of them together: whoever opens one opens another one soon. */
export const loadOpened = () => import("./opened/opened.ts");

const DialogFrame = lazy(async () => ({ default: (await loadOpened()).DialogFrame }));
const MenuFrame = lazy(async () => ({ default: (await loadOpened()).MenuFrame }));
const PopoverFrame = lazy(async () => ({ default: (await loadOpened()).PopoverFrame }));

export const DialogBox = (props: DialogProps) => (
  <Suspense>
    <DialogFrame {...props} />
  </Suspense>
);

interface OpenerProps {
  /** What opens it when it is pressed. */
  button: ReactNode;
  kind: "menu" | "listbox" | "dialog";
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** What opens, at the button. */
  children: (trigger: RefObject<HTMLButtonElement | null>) => ReactNode;
}

/** A button and what it opens. */
export function Opener({ button, kind, isOpen, onOpenChange, children }: OpenerProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  // What cannot be loaded now is asked for again when it is shown, and the failure told there.
  const prepare = () => void loadOpened().catch(() => undefined);
  const open = () => onOpenChange(true);
  // As in every list behind a button: an arrow opens it, and the page stays where it is.
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

/** A menu below a button. */
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

/** A small dialog below a button. */
export const PopoverOf = ({ button, isOpen, onOpenChange, ...frame }: PopoverOfProps) => (
  <Opener button={button} kind="dialog" isOpen={isOpen} onOpenChange={onOpenChange}>
    {(trigger) => <PopoverFrame trigger={trigger} onClose={() => onOpenChange(false)} {...frame} />}
  </Opener>
);
