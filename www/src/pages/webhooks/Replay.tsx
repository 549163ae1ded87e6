// Dialog that resends failed deliveries of this webhook, or of a disabled webhook that it replaces.
import type { Webhook } from "overheard";
import { useState } from "react";
import { Button } from "../../parts/Button.tsx";
import { Dropdown, FormEnd, FormOf } from "../../parts/Fields.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { Failed } from "../../parts/States.tsx";
import * as words from "../../view/words.ts";
import { useReplay } from "./webhooks.ts";

export function Replay({ webhook, others, onClose }: { webhook: Webhook; others: Webhook[]; onClose: () => void }) {
  const [from, setFrom] = useState(webhook.id);
  const [sent, setSent] = useState<number>();
  const replay = useReplay((events) => setSent(events.length));
  const options = [
    { value: webhook.id, label: "This webhook" },
    ...others.map(({ id, url }) => ({ value: id, label: url })),
  ];
  return (
    <DialogBox title="Resend failed deliveries" isOpen onClose={onClose}>
      <FormOf
        isPending={replay.isPending}
        onSubmit={() => replay.mutate({ id: webhook.id, ...(from !== webhook.id && { from }) })}
      >
        <p>On the enterprise plan, failed deliveries are kept for 30 days. They are resent to {webhook.url}.</p>
        {others.length > 0 && (
          <Dropdown
            label="Deliveries of"
            options={options}
            value={from}
            onChange={setFrom}
            help="Choose a disabled webhook to resend what it missed"
          />
        )}
        {replay.isError && <Failed error={replay.error} compact />}
        <p role="status">
          {sent === undefined
            ? ""
            : sent === 0
              ? "No failed deliveries."
              : `${words.plural(sent, "delivery", "deliveries")} queued.`}
        </p>
        <FormEnd>
          <Button onPress={onClose}>{sent === undefined ? "Cancel" : "Close"}</Button>
          <Button type="submit" variant="main" isPending={replay.isPending}>
            Resend
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}
