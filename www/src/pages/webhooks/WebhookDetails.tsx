// One webhook: its events and filters, its actions and its deliveries.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
import { eventsText, STATES, TEST_MESSAGES } from "./kinds.ts";
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
    <Empty
      title={t`Webhook not found`}
      actions={
        <Button onPress={back}>
          <Trans>All webhooks</Trans>
        </Button>
      }
    >
      <Trans>It may have been deleted.</Trans>
    </Empty>
  );
  return (
    <>
      <div>
        <Button variant="plain" icon={<ArrowLeft size={15} aria-hidden="true" />} onPress={back}>
          <Trans>All webhooks</Trans>
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
      text: t`Resend failed deliveries`,
      icon: <RotateCcw {...size} />,
      onAction: () => setDialog("replay"),
    },
    { id: "rotate", text: t`New signing secret`, icon: <KeyRound {...size} />, onAction: () => setDialog("rotate") },
    ...(isDisabled
      ? []
      : [{ id: "disable", text: t`Disable`, icon: <Ban {...size} />, onAction: () => setDialog("disable") }]),
    { id: "delete", text: t`Delete`, icon: <Trash2 {...size} />, onAction: () => setDialog("delete") },
  ];
  const { consecutive_failures: failures } = stats;
  const [minViews, minSubscribers] = [words.count(filters.min_views), words.count(filters.min_subscribers)];
  const labels = filters.brand?.map((brand) => account.brands.find(({ id }) => id === brand)?.label ?? brand);
  const narrowed = [
    labels?.join(", "),
    filters.platform?.map(words.platform).join(", "),
    filters.sentiment?.map(words.toneLabel).join(", "),
    filters.min_views !== undefined && t`${minViews} views or more`,
    filters.q,
    filters.min_subscribers !== undefined && t`${minSubscribers} subscribers or more`,
  ].filter(Boolean);
  return (
    <div className="webhook">
      <header className="page-head">
        <div className="webhook-title">
          <h1>{url}</h1>
          <p className="soft">{description ?? t`No description`}</p>
        </div>
        <div className="row">
          {mayTest && !isDisabled && (
            <Button
              variant="main"
              icon={<BellRing {...size} />}
              isPending={test.isPending}
              onPress={() => test.mutate(webhook.id)}
            >
              <Trans>Send test</Trans>
            </Button>
          )}
          {mayManage && (
            <MenuOf
              label={t`This webhook`}
              choices={choices}
              button={
                <IconButton label={t`Webhook actions`} variant="edge">
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
      <Card title={t`Details`}>
        <dl className="details">
          <dt>
            <Trans>Status</Trans>
          </dt>
          <dd>
            <Badge variant={STATES[status].variant}>{STATES[status].label}</Badge>{" "}
            <span className="soft">{status_reason ?? STATES[status].note}</span>
          </dd>
          <dt>
            <Trans>Events</Trans>
          </dt>
          <dd>{eventsText(events)}</dd>
          <dt>
            <Trans>Filters</Trans>
          </dt>
          <dd>{narrowed.length > 0 ? narrowed.join(" · ") : t`None`}</dd>
          <dt>
            <Trans>Secret</Trans>
          </dt>
          <dd>
            <code>{webhook.secret_hint}</code>
          </dd>
          <dt>
            <Trans>Last delivery</Trans>
          </dt>
          <dd>
            {stats.last_delivery_at ? words.moment(stats.last_delivery_at) : t`None yet`}
            {failures > 0 && `, ${plural(failures, { one: "# failure in a row", other: "# failures in a row" })}`}
          </dd>
          <dt>
            <Trans>Retries for</Trans>
          </dt>
          <dd>
            {webhook.delivery_guarantee.includes("dead_letter")
              ? t`75 hours; failed deliveries can be resent for 30 days`
              : t`7.5 hours`}
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
    ? t`Test sent. It appears below with the response of your receiver.`
    : TEST_MESSAGES[delivery.status];
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
      title={t`Create a new signing secret?`}
      action={t`Create new secret`}
      isDanger={false}
      isPending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(webhook.id)}
      onClose={onClose}
    >
      <p>
        <Trans>For 24 hours deliveries are signed with both secrets, so that your receiver can switch.</Trans>
      </p>
    </Confirm>
  );
}

function DisableDialog({ webhook, onClose }: ActionProps) {
  const disable = useDisable();
  const { id, url } = webhook;
  return (
    <Confirm
      title={t`Disable this webhook?`}
      action={t`Disable`}
      isPending={disable.isPending}
      error={disable.error}
      onConfirm={() => disable.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          {url} receives no more events. It cannot be enabled again: to resume, delete it and register the address
          again.
        </Trans>
      </p>
    </Confirm>
  );
}

function DeleteDialog({ webhook, onGone, onClose }: ActionProps & { onGone: () => void }) {
  const remove = useDelete(onGone);
  const { id, url } = webhook;
  return (
    <Confirm
      title={t`Delete this webhook?`}
      action={t`Delete`}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    >
      <p>
        <Trans>{url} receives no more events. Pending deliveries are cancelled, and its log is deleted.</Trans>
      </p>
    </Confirm>
  );
}
