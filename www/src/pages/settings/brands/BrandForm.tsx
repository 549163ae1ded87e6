// Form for one brand: its label and its matching rules.
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
  const place = `brands[${at}]`;
  const refused = refusalsOf(error, {
    [`${place}.label`]: "Label",
    [`${place}.terms`]: "Found by",
    [`${place}.must_context`]: "Only together with",
    [`${place}.must_not_context`]: "Never together with",
    [`${place}.exact`]: "Exact phrases",
  });
  return (
    <DialogBox title={brand ? `Edit ${brand.label}` : "Add a brand"} isOpen isPersistent onClose={onClose}>
      <FormOf isPending={isPending} onSubmit={() => onSend(draft)} error={error}>
        {refused.rest ? <Failed error={refused.rest} compact /> : null}
        <TextInput
          label="Label"
          value={label}
          onChange={setLabel}
          help={
            brand && label.trim() !== brand.label
              ? "A new label makes a new brand: saved views and webhooks of the old label no longer match."
              : "Name shown in figures and reports"
          }
          error={refused.at(`${place}.label`)}
          autoFocus
        />
        <TextInput
          label="Found by"
          lines={3}
          value={terms}
          onChange={setTerms}
          help="Names of the brand in mentions, one per line. Not case-sensitive."
          error={refused.at(`${place}.terms`)}
        />
        <TextInput
          label="Only together with"
          lines={2}
          value={context}
          onChange={setContext}
          help="For ambiguous names: words of which at least one must be near, one per line"
          error={refused.at(`${place}.must_context`)}
        />
        <TextInput
          label="Never together with"
          lines={2}
          value={excluded}
          onChange={setExcluded}
          help="Words that show another meaning, one per line. A mention near one of them does not count."
          error={refused.at(`${place}.must_not_context`)}
        />
        <Toggle
          label="Exact phrases"
          note="the words of a name must follow each other"
          value={isExact}
          onChange={setExact}
        />
        <BrandPreview draft={draft} />
        <FormEnd>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="main" isPending={isPending}>
            {brand ? "Save changes" : "Add brand"}
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
