// What opens above the page: dialogs, a drawer from the side, menus.
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog, Heading, Menu, MenuItem, MenuTrigger, Modal, ModalOverlay, Popover } from "react-aria-components";
import { IconButton } from "./Button.tsx";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Whether it comes from the side, for reading; else it is in the middle. */
  isDrawer?: boolean;
  /** Whether it has room for a document. */
  isWide?: boolean;
  /** Whether a press beside it leaves it open: where something would be lost. */
  isFirm?: boolean;
  /** Whether it asks before something is done. */
  isAlert?: boolean;
}

export function DialogBox({ title, isOpen, onClose, children, isDrawer = false, isWide = false, isFirm = false, isAlert = false }: DialogProps) {
  return (
    <ModalOverlay className={isDrawer ? "overlay aside" : "overlay"} isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable={!isFirm}>
      <Modal className={`${isDrawer ? "drawer" : "dialog"}${isWide ? " wide" : ""}`}>
        <Dialog className="dialog-inside" role={isAlert ? "alertdialog" : "dialog"}>
          <header className="dialog-head">
            <Heading slot="title" level={2}>{title}</Heading>
            <IconButton label="Close" onPress={onClose}><X size={18} /></IconButton>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface Choice {
  id: string;
  text: string;
  icon?: ReactNode;
  onAction: () => void;
}

/** A menu below a button. */
export function MenuOf({ button, choices, label }: { button: ReactNode; choices: Choice[]; label: string }) {
  return (
    <MenuTrigger>
      {button}
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={label}>
          {choices.map(({ id, text, icon, onAction }) => (
            <MenuItem key={id} id={id} textValue={text} onAction={onAction} className="menu-item">
              {icon}
              {text}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
