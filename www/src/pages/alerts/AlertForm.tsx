// Form that creates an alert about the mentions of the filters in the address.
import { useState } from "react";
import { Button } from "../../parts/Button.tsx";
import { Dropdown, FormEnd, FormOf, Radios, TextInput } from "../../parts/Fields.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { refusalsOf } from "../../parts/refusals.ts";
import { Failed } from "../../parts/States.tsx";
import { filtersOf } from "../../view/filters.ts";
import { useAddress } from "../../view/view.ts";
import { useWebhooks } from "../webhooks/webhooks.ts";
import { type AlertCondition, type AlertRequest, type AlertTarget, useCreateAlert } from "./alerts.ts";
import { CONDITIONS, type DigestChoice, DIGESTS, filtersText, TARGETS } from "./kinds.ts";

const LABELS = {
  name: "Name",
  "condition.at_least": "Mentions at least",
  "condition.below": "Tone below",
  "target.url": "Address",
  "target.id": "Webhook",
  filters: "Filters",
};

const optionsOf = <K extends string>(kinds: Record<K, { label: string; note?: string }>) =>
  (Object.keys(kinds) as K[]).map((value) => ({ value, ...kinds[value] }));

export function AlertForm({ onClose }: { onClose: () => void }) {
  const { params, set } = useAddress();
  const filters = filtersOf(params);
  const [name, setName] = useState("");
  const [kind, setKind] = useState<AlertCondition["type"]>("new_mentions");
  const [atLeast, setAtLeast] = useState("20");
  const [below, setBelow] = useState("-0.25");
  const [target, setTarget] = useState<AlertTarget["type"]>("dashboard");
  const [url, setUrl] = useState("");
  const [webhook, setWebhook] = useState("");
  const [digest, setDigest] = useState<DigestChoice>("none");
  const webhooks = useWebhooks().data?.pages.flatMap(({ data }) => data) ?? [];
  const create = useCreateAlert();
  const refused = refusalsOf(create.error, LABELS);
  const numberOf = (text: string) => (text.trim() === "" ? (undefined as never) : Number(text));
  const condition = (): AlertCondition => {
    if (kind === "count") return { type: kind, at_least: numberOf(atLeast) };
    if (kind === "tone") return { type: kind, below: numberOf(below) };
    return { type: kind };
  };
  const request = (): AlertRequest => ({
    name: name.trim(),
    condition: condition(),
    filters,
    target: {
      type: target,
      ...(target === "webhook" && { id: webhook || webhooks[0]?.id }),
      ...((target === "slack" || target === "teams") && { url: url.trim() }),
    },
    ...(target !== "dashboard" && digest !== "none" && { digest: { every: digest } }),
  });
  return (
    <DialogBox title="Create an alert" isOpen isWide isPersistent onClose={onClose}>
      <FormOf
        isPending={create.isPending}
        error={create.error}
        onSubmit={() => create.mutate(request(), { onSuccess: () => set({ make: undefined }) })}
      >
        {refused.rest ? <Failed error={refused.rest} compact /> : null}
        <p>
          Mentions: <b>{filtersText({ filters })}</b>.{" "}
          <span className="soft">Set filters on the page Mentions first to narrow them down.</span>
        </p>
        <div className="make-columns">
          <div className="form">
            <TextInput
              label={LABELS.name}
              value={name}
              onChange={setName}
              maxLength={120}
              help="Messages begin with it"
              error={refused.at("name")}
              isRequired
              autoFocus
            />
            <Radios label="Condition" options={optionsOf(CONDITIONS)} value={kind} onChange={setKind} />
            {kind === "count" && (
              <TextInput
                label={LABELS["condition.at_least"]}
                type="number"
                min="1"
                value={atLeast}
                onChange={setAtLeast}
                error={refused.at("condition.at_least")}
              />
            )}
            {kind === "tone" && (
              <TextInput
                label={LABELS["condition.below"]}
                value={below}
                onChange={setBelow}
                help="From −1 to 1. Below −0.25 is negative. At least 20 rated mentions are needed."
                error={refused.at("condition.below")}
              />
            )}
          </div>
          <div className="form">
            <Radios label="Send to" options={optionsOf(TARGETS)} value={target} onChange={setTarget} />
            {(target === "slack" || target === "teams") && (
              <TextInput
                label={LABELS["target.url"]}
                type="url"
                value={url}
                onChange={setUrl}
                help="It is not shown again, because anyone who has it can post to the channel"
                error={refused.at("target.url")}
                isRequired
              />
            )}
            {target === "webhook" && (
              <Dropdown
                label={LABELS["target.id"]}
                options={webhooks.map(({ id, url: address }) => ({ value: id, label: address }))}
                value={webhook || (webhooks[0]?.id ?? "")}
                onChange={setWebhook}
                error={refused.at("target.id")}
              />
            )}
            {target !== "dashboard" && (
              <Radios label="When" options={optionsOf(DIGESTS)} value={digest} onChange={setDigest} />
            )}
          </div>
        </div>
        <FormEnd>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="main" isPending={create.isPending}>
            Create
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
