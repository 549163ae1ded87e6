// Menu at a button.
import type { ReactNode, RefObject } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";

export interface Choice {
  id: string;
  text: string;
  icon?: ReactNode;
  onAction: () => void;
}

interface MenuFrameProps {
  trigger: RefObject<HTMLElement | null>;
  label: string;
  choices: Choice[];
  onClose: () => void;
}

export function MenuFrame({ trigger, label, choices, onClose }: MenuFrameProps) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={onClose}
    >
      <Menu className="menu" aria-label={label} autoFocus="first" onClose={onClose}>
        {choices.map(({ id, text, icon, onAction }) => (
          <MenuItem key={id} id={id} textValue={text} onAction={onAction} className="menu-item">
            {icon}
            {text}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
