// Dialog that confirms an action that cannot be undone.
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { FormEnd } from "./Fields.tsx";
import { DialogBox } from "./Overlays.tsx";
import { Failed } from "./States.tsx";

interface ConfirmProps {
  title: string;
  /** Explanation of the consequences. */
  children: ReactNode;
  /** Label of the button that confirms. */
  action: string;
  /** True if the action is destructive. */
  isDanger?: boolean;
  isPending: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({
  title,
  children,
  action,
  isDanger = true,
  isPending,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <DialogBox title={title} isOpen isAlert onClose={onClose}>
      <div className="prose">{children}</div>
      {error ? <Failed error={error} compact /> : null}
      <FormEnd>
        <Button onPress={onClose} autoFocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant={isDanger ? "danger" : "main"} isPending={isPending} onPress={onConfirm}>
          {action}
        </Button>
      </FormEnd>
    </DialogBox>
  );
}
