// One webhook: its events and filters, its actions and its deliveries.
import { ArrowLeft, BellRing, Ban, EllipsisVertical, KeyRound, RotateCcw, Trash2 } from "lucide-react";
import type { CreatedWebhook, Webhook } from "overheard";
import { useState } from "react";
import { useHasRole, useSession } from "../../data/session.ts";
import { Badge } from "../../parts/Badge.tsx";
import { Button, IconButton } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import { MenuOf } from "../../parts/Overlays.tsx";
import { Answer, Empty, Failed, Skeleton } from "../../parts/States.tsx";
import { useAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { Deliveries } from "./Deliveries.tsx";
import { DELIVERIES, eventsText, STATES } from "./kinds.ts";
import { Replay } from "./Replay.tsx";
import { useDelete, useDeliveries, useDisable, useRotate, useTest, type useWebhooks } from "./webhooks.ts";

interface DetailsProps {
  id: string;
  webhooks: ReturnType<typeof useWebhooks>;
  onSecret: (secret: string) => void;
}

export function WebhookDetails({ id, webhooks, onSecret }: DetailsProps) {
  const { set } = useAddress();
  const back = () => set({ webhook: undefined, status: undefined });
  const all = webhooks.data?.pages.flatMap(({ data }) => data) ?? [];
  const webhook = all.find((one) => one.id === id);
  const missing = (
    <Empty title="Webhook not found" actions={<Button onPress={back}>All webhooks</Button>}>
      It may have been deleted.
    </Empty>
  );
  return (
    <>
      <div>
        <Button variant="plain" icon={<ArrowLeft size={15} aria-hidden="true" />} onPress={back}>
          All webhooks
        </Button>
      </div>
      <Answer
        query={webhooks}
        skeleton={<Skeleton height={420} />}
        isEmpty={() => webhook === undefined}
        empty={missing}
      >
        {() =>
          webhook && (
            <WebhookPanel
              webhook={webhook}
              others={all.filter((one) => one.id !== id)}
              onSecret={onSecret}
              onGone={back}
            />
          )
        }
      </Answer>
    </>
  );
}

type WebhookAction = "replay" | "rotate" | "disable" | "delete";

function WebhookPanel({
  webhook,
  others,
  onSecret,
  onGone,
}: {
  webhook: Webhook;
  others: Webhook[];
  onSecret: (secret: string) => void;
  onGone: () => void;
}) {
  const { account } = useSession();
  const [mayTest, mayManage] = [useHasRole("analyst"), useHasRole("admin")];
  const { params, set } = useAddress();
  // Opens the rotation dialog for links with `make=secret`. Agents give this link to admins, because the secret is
  // shown only here.
  const [dialog, setDialog] = useState<WebhookAction | undefined>(
    mayManage && params.get("make") === "secret" ? "rotate" : undefined,
  );
  const [tested, setTested] = useState<string>();
  const test = useTest(setTested);
  const testMessage = useTestMessage(webhook.id, tested);
  const close = () => {
    setDialog(undefined);
    set({ make: undefined });
  };
  const { url, status, status_reason, events, filters, description, stats } = webhook;
  const isDisabled = status === "disabled";
  const size = { size: 15, "aria-hidden": true } as const;
  const choices = [
    {
      id: "replay",
      text: "Resend failed deliveries",
      icon: <RotateCcw {...size} />,
      onAction: () => setDialog("replay"),
    },
    { id: "rotate", text: "New signing secret", icon: <KeyRound {...size} />, onAction: () => setDialog("rotate") },
    ...(isDisabled
      ? []
      : [{ id: "disable", text: "Disable", icon: <Ban {...size} />, onAction: () => setDialog("disable") }]),
    { id: "delete", text: "Delete", icon: <Trash2 {...size} />, onAction: () => setDialog("delete") },
  ];
  const labels = filters.brand?.map((brand) => account.brands.find(({ id }) => id === brand)?.label ?? brand);
  const narrowed = [
    labels?.join(", "),
    filters.platform?.map(words.platform).join(", "),
    filters.sentiment?.map(words.toneLabel).join(", "),
    filters.min_views !== undefined && `${words.count(filters.min_views)} views or more`,
    filters.q,
    filters.min_subscribers !== undefined && `${words.count(filters.min_subscribers)} subscribers or more`,
  ].filter(Boolean);
  return (
    <div className="webhook">
      <header className="page-head">
        <div className="webhook-title">
          <h1>{url}</h1>
          <p className="soft">{description ?? "No description"}</p>
        </div>
        <div className="row">
          {mayTest && !isDisabled && (
            <Button
              variant="main"
              icon={<BellRing {...size} />}
              isPending={test.isPending}
              onPress={() => test.mutate(webhook.id)}
            >
              Send test
            </Button>
          )}
          {mayManage && (
            <MenuOf
              label="This webhook"
              choices={choices}
              button={
                <IconButton label="Webhook actions" variant="edge">
                  <EllipsisVertical size={17} />
                </IconButton>
              }
            />
          )}
        </div>
      </header>
      <p role="status" className={testMessage ? "note-box plain" : "unseen"}>
        {testMessage}
      </p>
      {test.isError && <Failed error={test.error} compact />}
      <Card title="Details">
        <dl className="details">
          <dt>Status</dt>
          <dd>
            <Badge variant={STATES[status].variant}>{STATES[status].label}</Badge>{" "}
            <span className="soft">{status_reason ?? STATES[status].note}</span>
          </dd>
          <dt>Events</dt>
          <dd>{eventsText(events)}</dd>
          <dt>Filters</dt>
          <dd>{narrowed.length > 0 ? narrowed.join(" · ") : "None"}</dd>
          <dt>Secret</dt>
          <dd>
            <code>{webhook.secret_hint}</code>
          </dd>
          <dt>Last delivery</dt>
          <dd>
            {stats.last_delivery_at ? words.moment(stats.last_delivery_at) : "None yet"}
            {stats.consecutive_failures > 0 && `, ${words.plural(stats.consecutive_failures, "failure")} in a row`}
          </dd>
          <dt>Retries for</dt>
          <dd>
            {webhook.delivery_guarantee.includes("dead_letter")
              ? "75 hours; failed deliveries can be resent for 30 days"
              : "7.5 hours"}
          </dd>
        </dl>
      </Card>
      <Deliveries webhook={webhook} mayReplay={mayManage && !isDisabled && hasDeadLetters(webhook)} />
      {dialog === "rotate" && <RotateDialog webhook={webhook} onSecret={onSecret} onClose={close} />}
      {dialog === "disable" && <DisableDialog webhook={webhook} onClose={close} />}
      {dialog === "delete" && <DeleteDialog webhook={webhook} onGone={onGone} onClose={close} />}
      {dialog === "replay" && <Replay webhook={webhook} others={others} onClose={close} />}
    </div>
  );
}

/** Returns the message about the test that was sent last. It follows the status of its delivery. */
function useTestMessage(id: string, event: string | undefined): string | undefined {
  const { data } = useDeliveries(id, undefined);
  if (event === undefined) return undefined;
  const delivery = data?.pages.flatMap(({ deliveries }) => deliveries).find((one) => one.event === event);
  return delivery === undefined || delivery.attempts.length === 0
    ? "Test sent. It appears below with the response of your receiver."
    : `Test: ${DELIVERIES[delivery.status].label.toLowerCase()}. The response is below.`;
}

/** Returns true if failed deliveries are kept and can be resent. */
const hasDeadLetters = ({ delivery_guarantee }: Webhook) => delivery_guarantee.includes("dead_letter");

interface ActionProps {
  webhook: Webhook;
  onClose: () => void;
}

function RotateDialog({ webhook, onSecret, onClose }: ActionProps & { onSecret: (secret: string) => void }) {
  const rotate = useRotate(({ secret }: CreatedWebhook) => {
    onClose();
    onSecret(secret);
  });
  return (
    <Confirm
      title="Create a new signing secret?"
      action="Create new secret"
      isDanger={false}
      isPending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(webhook.id)}
      onClose={onClose}
    >
      <p>For 24 hours deliveries are signed with both secrets, so that your receiver can switch.</p>
    </Confirm>
  );
}

function DisableDialog({ webhook, onClose }: ActionProps) {
  const disable = useDisable();
  return (
    <Confirm
      title="Disable this webhook?"
      action="Disable"
      isPending={disable.isPending}
      error={disable.error}
      onConfirm={() => disable.mutate(webhook.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {webhook.url} receives no more events. It cannot be enabled again: to resume, delete it and register the address
        again.
      </p>
    </Confirm>
  );
}

function DeleteDialog({ webhook, onGone, onClose }: ActionProps & { onGone: () => void }) {
  const remove = useDelete(onGone);
  return (
    <Confirm
      title="Delete this webhook?"
      action="Delete"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(webhook.id)}
      onClose={onClose}
    >
      <p>{webhook.url} receives no more events. Pending deliveries are cancelled, and its log is deleted.</p>
    </Confirm>
  );
}
