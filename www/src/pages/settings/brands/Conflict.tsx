// Dialog for a conflict: another member changed the brands first.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "../../../parts/Button.tsx";
import { FormEnd } from "../../../parts/Fields.tsx";
import { DialogBox } from "../../../parts/Overlays.tsx";
import type { Change, BrandConflict } from "./change.ts";

/** Describes the member's change in a sentence. */
function yours(change: Change): string {
  if (change.kind === "remove") {
    const { label } = change;
    return t`You wanted to remove ${label}.`;
  }
  if (change.kind === "add") {
    const { label } = change.brand;
    return t`You wanted to add ${label}.`;
  }
  const [label, terms] = [change.label, change.brand.terms.join(", ")];
  return t`You wanted to change ${label}: found by ${terms}.`;
}

export function Conflict({
  conflict: { change, theirs },
  isPending,
  onRetry,
  onClose,
}: {
  conflict: BrandConflict;
  isPending: boolean;
  onRetry: () => void;
  onClose: () => void;
}) {
  return (
    <DialogBox title={t`Someone else changed the brands`} isOpen isPersistent onClose={onClose}>
      <div className="prose">
        <p>
          <Trans>Their change is saved. Yours is not saved yet.</Trans>
        </p>
        <div>
          <h3>
            <Trans>Their changes</Trans>
          </h3>
          <ul className="steps">
            {(theirs.length > 0 ? theirs : [t`The order of the brands, or other account settings.`]).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>
            <Trans>Your change</Trans>
          </h3>
          <p>{yours(change)}</p>
        </div>
      </div>
      <FormEnd>
        <Button onPress={onClose}>
          <Trans>Discard my change</Trans>
        </Button>
        <Button variant="main" isPending={isPending} onPress={onRetry}>
          <Trans>Apply my change too</Trans>
        </Button>
      </FormEnd>
    </DialogBox>
  );
}
