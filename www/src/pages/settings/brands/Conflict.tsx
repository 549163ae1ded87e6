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
    <DialogBox title="Someone else changed the brands" isOpen isPersistent onClose={onClose}>
      <div className="prose">
        <p>Their change is saved. Yours is not saved yet.</p>
        <div>
          <h3>Their changes</h3>
          <ul className="steps">
            {(theirs.length > 0 ? theirs : ["The order of the brands, or other account settings."]).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>Your change</h3>
          <p>You wanted {yours(change)}.</p>
        </div>
      </div>
      <FormEnd>
        <Button onPress={onClose}>Discard my change</Button>
        <Button variant="main" isPending={isPending} onPress={onRetry}>
          Apply my change too
        </Button>
      </FormEnd>
    </DialogBox>
  );
}
