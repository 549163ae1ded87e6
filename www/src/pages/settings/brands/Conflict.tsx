// Dialog for a conflict: another member changed the brands first.
import { Button } from "../../../parts/Button.tsx";
import { FormEnd } from "../../../parts/Fields.tsx";
import { DialogBox } from "../../../parts/Overlays.tsx";
import type { Change, ConflictOfBrands } from "./change.ts";

const yours = (change: Change) =>
  change.kind === "remove"
    ? `to remove ${change.label}`
    : change.kind === "add"
      ? `to add ${change.brand.label}`
      : `to change ${change.label}: found by ${change.brand.terms.join(", ")}`;

export function Conflict({
  conflict: { change, theirs },
  isPending,
  onAgain,
  onClose,
}: {
  conflict: ConflictOfBrands;
  isPending: boolean;
  onAgain: () => void;
  onClose: () => void;
}) {
  return (
    <DialogBox title="Somebody changed the brands meanwhile" isOpen isFirm onClose={onClose}>
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
        <Button look="main" isPending={isPending} onPress={onAgain}>
          Make my change to theirs
        </Button>
      </FormEnd>
    </DialogBox>
  );
}
