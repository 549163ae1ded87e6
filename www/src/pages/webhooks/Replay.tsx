// Dialog that resends failed deliveries of this webhook, or of a disabled webhook that it replaces.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Webhook } from "overheard";
import { useState } from "react";
import { Button } from "../../parts/Button.tsx";
import { Dropdown, FormEnd, FormOf } from "../../parts/Fields.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { Failed } from "../../parts/States.tsx";
import { useReplay } from "./webhooks.ts";

export function Replay({ webhook, others, onClose }: { webhook: Webhook; others: Webhook[]; onClose: () => void }) {
  const { url } = webhook;
  const [from, setFrom] = useState(webhook.id);
  const [sent, setSent] = useState<number>();
  const replay = useReplay((events) => setSent(events.length));
  const options = [
    { value: webhook.id, label: t`This webhook` },
    ...others.map((other) => ({ value: other.id, label: other.url })),
  ];
  return (
    <DialogBox title={t`Resend failed deliveries`} isOpen onClose={onClose}>
      <FormOf
        isPending={replay.isPending}
        onSubmit={() => replay.mutate({ id: webhook.id, ...(from !== webhook.id && { from }) })}
      >
        <p>
          <Trans>On the enterprise plan, failed deliveries are kept for 30 days. They are resent to {url}.</Trans>
        </p>
        {others.length > 0 && (
          <Dropdown
            label={t`Deliveries of`}
            options={options}
            value={from}
            onChange={setFrom}
            help={t`Choose a disabled webhook to resend what it missed`}
          />
        )}
        {replay.isError && <Failed error={replay.error} compact />}
        <p role="status">
          {sent === undefined
            ? ""
            : sent === 0
              ? t`No failed deliveries.`
              : t`${plural(sent, { one: "# delivery", other: "# deliveries" })} queued.`}
        </p>
        <FormEnd>
          <Button onPress={onClose}>{sent === undefined ? t`Cancel` : t`Close`}</Button>
          <Button type="submit" variant="main" isPending={replay.isPending}>
            <Trans>Resend</Trans>
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
