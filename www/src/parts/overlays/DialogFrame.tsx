// Dialog in the centre of the page, or a drawer at its side.
import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "../Button.tsx";

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** True for a drawer at the side; otherwise the dialog is centred. */
  isDrawer?: boolean;
  /** True if the dialog is wide enough for a document. */
  isWide?: boolean;
  /** True if a press outside leaves the dialog open, because closing it would lose something. */
  isPersistent?: boolean;
  /** True if the dialog asks for confirmation. */
  isAlert?: boolean;
}

export function DialogFrame({
  title,
  isOpen,
  onClose,
  children,
  isDrawer = false,
  isWide = false,
  isPersistent = false,
  isAlert = false,
}: DialogProps) {
  return (
    <ModalOverlay
      className={isDrawer ? "overlay aside" : "overlay"}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isPersistent}
    >
      <Modal className={`${isDrawer ? "drawer" : "dialog"}${isWide ? " wide" : ""}`}>
        <Dialog className="dialog-inside" role={isAlert ? "alertdialog" : "dialog"}>
          <header className="dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton label={t`Close`} onPress={onClose}>
              <X size={18} />
            </IconButton>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
