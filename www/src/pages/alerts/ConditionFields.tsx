// Fields of an alert's condition.
import { t } from "@lingui/core/macro";
import { Radios, TextInput } from "../../parts/Fields.tsx";
import type { AlertFields } from "./alert-fields.ts";
import { type AlertFieldsProps, LABELS, optionsOf } from "./form-parts.ts";
import { CONDITIONS } from "./kinds.ts";

const OPTIONS = optionsOf(CONDITIONS);

export const ConditionFields = ({ fields, onChange, refused }: AlertFieldsProps) => (
  <>
    <Radios<AlertFields["condition"]>
      label={t`Condition`}
      options={OPTIONS}
      value={fields.condition}
      onChange={(condition) => onChange({ condition })}
    />
    {fields.condition === "count" && (
      <TextInput
        label={LABELS["condition.at_least"]}
        type="number"
        min="1"
        value={fields.atLeast}
        onChange={(atLeast) => onChange({ atLeast })}
        error={refused.at("condition.at_least")}
      />
    )}
    {fields.condition === "tone" && (
      <TextInput
        label={LABELS["condition.below"]}
        value={fields.below}
        onChange={(below) => onChange({ below })}
        help={t`From −1 to 1. Below −0.25 is negative. At least 20 rated mentions are needed.`}
        error={refused.at("condition.below")}
      />
    )}
  </>
);
