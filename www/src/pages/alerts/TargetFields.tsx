// Fields of an alert's target, and of when it receives messages.
import { t } from "@lingui/core/macro";
import { Dropdown, Radios, TextInput } from "../../parts/Fields.tsx";
import { useWebhooks } from "../webhooks/webhooks.ts";
import { isChannel } from "./alert-fields.ts";
import type { Alert } from "./alerts.ts";
import { type AlertFieldsProps, LABELS, optionsOf } from "./form-parts.ts";
import { DIGESTS, TARGETS } from "./kinds.ts";

const DIGEST_OPTIONS = optionsOf(DIGESTS);

interface TargetFieldsProps extends AlertFieldsProps {
  /** The alert that is edited. */
  alert: Alert | undefined;
}

export function TargetFields({ fields, onChange, refused, alert }: TargetFieldsProps) {
  const query = useWebhooks();
  // The webhook that an alert has stays offered when it is disabled.
  const webhooks = (query.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ id, status }) => status !== "disabled" || id === alert?.target.id,
  );
  const options = optionsOf(TARGETS).map((option) =>
    option.value === "webhook" && query.isSuccess && webhooks.length === 0
      ? { ...option, isDisabled: true, note: t`none is enabled; register one on the page Webhooks` }
      : option,
  );
  const { target } = fields;
  const kept = alert && isChannel(target) && alert.target.type === target ? alert.target.url_hint : undefined;
  return (
    <>
      <Radios
        label={t`Send to`}
        options={options}
        value={target}
        onChange={(chosen) => onChange({ target: chosen, webhook: fields.webhook || (webhooks[0]?.id ?? "") })}
      />
      {isChannel(target) && (
        <TextInput
          label={LABELS["target.url"]}
          type="url"
          value={fields.url}
          onChange={(url) => onChange({ url })}
          help={
            kept
              ? t`Leave it empty to keep the address that ends with ${kept}`
              : t`It is not shown again, because anyone who has it can post to the channel`
          }
          error={refused.at("target.url")}
          isRequired={kept === undefined}
        />
      )}
      {target === "webhook" && (
        <Dropdown
          label={LABELS["target.id"]}
          options={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
          value={fields.webhook}
          onChange={(webhook) => onChange({ webhook })}
          error={refused.at("target.id")}
        />
      )}
      {target !== "dashboard" && (
        <Radios
          label={t`When`}
          options={DIGEST_OPTIONS}
          value={fields.digest}
          onChange={(digest) => onChange({ digest })}
        />
      )}
    </>
  );
}
