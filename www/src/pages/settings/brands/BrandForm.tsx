// Form for one brand: its label and its matching rules.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../parts/Button.tsx";
import { FormEnd, FormOf, Toggle, TextInput } from "../../../parts/Fields.tsx";
import { DialogBox } from "../../../parts/Overlays.tsx";
import { refusalsOf } from "../../../parts/refusals.ts";
import { Failed } from "../../../parts/States.tsx";
import { BrandPreview } from "./BrandPreview.tsx";
import type { Draft } from "./brands.ts";

interface BrandFormProps {
  /** The brand to edit; undefined for a new one. */
  brand: Draft | undefined;
  isPending: boolean;
  error: unknown;
  /** Index of the brand in the request, which refusals refer to. */
  at: number;
  onSend: (brand: Draft) => void;
  onClose: () => void;
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

export function BrandForm({ brand, isPending, error, at, onSend, onClose }: BrandFormProps) {
  const [label, setLabel] = useState(brand?.label ?? "");
  const [terms, setTerms] = useState(brand?.terms.join("\n") ?? "");
  const [context, setContext] = useState(brand?.must_context?.join("\n") ?? "");
  const [excluded, setExcluded] = useState(brand?.must_not_context?.join("\n") ?? "");
  const [isExact, setExact] = useState(brand?.exact ?? false);
  const draft: Draft = {
    label: label.trim(),
    terms: linesOf(terms),
    must_context: linesOf(context),
    must_not_context: linesOf(excluded),
    exact: isExact,
  };
  const knownLabel = brand?.label ?? "";
  const place = `brands[${at}]`;
  const refused = refusalsOf(error, {
    [`${place}.label`]: t`Label`,
    [`${place}.terms`]: t`Found by`,
    [`${place}.must_context`]: t`Only together with`,
    [`${place}.must_not_context`]: t`Never together with`,
    [`${place}.exact`]: t`Exact phrases`,
  });
  return (
    <DialogBox title={brand ? t`Edit ${knownLabel}` : t`Add a brand`} isOpen isPersistent onClose={onClose}>
      <FormOf isPending={isPending} onSubmit={() => onSend(draft)} error={error}>
        {refused.rest ? <Failed error={refused.rest} compact /> : null}
        <TextInput
          label={t`Label`}
          value={label}
          onChange={setLabel}
          help={
            brand && label.trim() !== brand.label
              ? t`A new label makes a new brand: saved views and webhooks of the old label no longer match.`
              : t`Name shown in figures and reports`
          }
          error={refused.at(`${place}.label`)}
          autoFocus
        />
        <TextInput
          label={t`Found by`}
          lines={3}
          value={terms}
          onChange={setTerms}
          help={t`Names of the brand in mentions, one per line. Not case-sensitive.`}
          error={refused.at(`${place}.terms`)}
        />
        <TextInput
          label={t`Only together with`}
          lines={2}
          value={context}
          onChange={setContext}
          help={t`For ambiguous names: words of which at least one must be near, one per line`}
          error={refused.at(`${place}.must_context`)}
        />
        <TextInput
          label={t`Never together with`}
          lines={2}
          value={excluded}
          onChange={setExcluded}
          help={t`Words that show another meaning, one per line. A mention near one of them does not count.`}
          error={refused.at(`${place}.must_not_context`)}
        />
        <Toggle
          label={t`Exact phrases`}
          note={t`the words of a name must follow each other`}
          value={isExact}
          onChange={setExact}
        />
        <BrandPreview draft={draft} />
        <FormEnd>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="main" isPending={isPending}>
            {brand ? t`Save changes` : t`Add brand`}
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
