// Dialog that shows a secret once. Only the dialog's state holds the secret: no query, storage or address does.
import { Trans } from "@lingui/react/macro";
import { inSentence } from "../view/words.ts";
import { KeyRound } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "./Button.tsx";
import { CopyButton } from "./Copy.tsx";
import { FormEnd } from "./Fields.tsx";
import { DialogBox } from "./Overlays.tsx";

interface SecretBoxProps {
  title: string;
  /** Name of the secret. */
  label: string;
  secret: string;
  /** Instructions. */
  children?: ReactNode;
  onClose: () => void;
}

export function SecretBox({ title, label, secret, children, onClose }: SecretBoxProps) {
  const id = useId();
  return (
    <DialogBox title={title} isOpen isPersistent onClose={onClose}>
      <p className="row note-box">
        <KeyRound size={16} aria-hidden="true" />
        <span className="grow">
          <Trans>This is shown only once. If you lose it, create a new one.</Trans>
        </span>
      </p>
      <div className="field">
        <span id={id} className="small soft">
          {label}
        </span>
        <div className="row secret">
          <code className="grow" aria-labelledby={id} role="textbox" aria-readonly="true" tabIndex={0}>
            {secret}
          </code>
          <CopyButton text={secret} what={inSentence(label)} variant="main" />
        </div>
      </div>
      {children}
      <FormEnd>
        <Button onPress={onClose}>
          <Trans>Done, I’ve saved it</Trans>
        </Button>
      </FormEnd>
    </DialogBox>
  );
}
