// A dialog in the middle, or a drawer from the side.
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "../Button.tsx";

export interface DialogProps {
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

export function DialogFrame({
  title,
  isOpen,
  onClose,
  children,
  isDrawer = false,
  isWide = false,
  isFirm = false,
  isAlert = false,
}: DialogProps) {
  return (
    <ModalOverlay
      className={isDrawer ? "overlay aside" : "overlay"}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isFirm}
    >
      <Modal className={`${isDrawer ? "drawer" : "dialog"}${isWide ? " wide" : ""}`}>
        <Dialog className="dialog-inside" role={isAlert ? "alertdialog" : "dialog"}>
          <header className="dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton label="Close" onPress={onClose}>
              <X size={18} />
            </IconButton>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
