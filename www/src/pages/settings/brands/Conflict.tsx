// Dialog for a conflict: another member changed the brands first.
import { Button } from "../../../parts/Button.tsx";
import { FormEnd } from "../../../parts/Fields.tsx";
import { DialogBox } from "../../../parts/Overlays.tsx";
import type { Change, BrandConflict } from "./change.ts";

const yours = (change: Change) =>
  change.kind === "remove"
    ? `to remove ${change.label}`
    : change.kind === "add"
      ? `to add ${change.brand.label}`
      : `to change ${change.label}: found by ${change.brand.terms.join(", ")}`;

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
    <DialogBox title="Somebody changed the brands meanwhile" isOpen isPersistent onClose={onClose}>
      <div className="prose">
        <p>Nothing of yours was kept yet, and nothing of theirs is lost.</p>
        <div>
          <h3>What they changed</h3>
          <ul className="steps">
            {(theirs.length > 0 ? theirs : ["The order, or something about the account that is no brand."]).map(
              (text) => (
                <li key={text}>{text}</li>
              ),
            )}
          </ul>
        </div>
        <div>
          <h3>What you wanted</h3>
          <p>You wanted {yours(change)}.</p>
        </div>
      </div>
      <FormEnd>
        <Button onPress={onClose}>Leave it as they have it</Button>
        <Button variant="main" isPending={isPending} onPress={onRetry}>
          Make my change to theirs
        </Button>
      </FormEnd>
    </DialogBox>
  );
}
