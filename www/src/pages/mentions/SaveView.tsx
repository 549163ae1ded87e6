// Form that saves the current view by a name.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../parts/Button.tsx";
import { TextInput } from "../../parts/Fields.tsx";
import { Failed } from "../../parts/States.tsx";
import { useSavedViews } from "./saved-views.ts";

interface SaveViewProps {
  page: string;
  search: string;
  autoFocus?: boolean;
  onSaved?: () => void;
}

export function SaveView({ page, search, autoFocus = false, onSaved }: SaveViewProps) {
  const { views, all, put } = useSavedViews();
  const [name, setName] = useState("");
  const trimmed = name.trim();
  const isDisabled = trimmed === "" || !views.isSuccess || put.isPending;
  const add = () =>
    put.mutate([...all.filter((one) => one.name !== trimmed), { name: trimmed, view: { page, search } }], {
      onSuccess: () => (setName(""), onSaved?.()),
    });
  return (
    <>
      <form onSubmit={(event) => (event.preventDefault(), isDisabled || add())} className="save-view">
        <TextInput label={t`Save this view as`} value={name} onChange={setName} maxLength={80} autoFocus={autoFocus} />
        <Button variant="main" type="submit" isDisabled={isDisabled}>
          <Trans>Save</Trans>
        </Button>
      </form>
      {put.isError && <Failed error={put.error} compact />}
    </>
  );
}
