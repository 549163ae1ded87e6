// List of the account's alerts with their actions, the newest first.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { BellOff, BellRing, EllipsisVertical, Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../parts/Badge.tsx";
import { Button, IconButton } from "../../parts/Button.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { ListCard } from "../../parts/ListCard.tsx";
import { MenuOf } from "../../parts/Overlays.tsx";
import { Empty, Failed } from "../../parts/States.tsx";
import * as words from "../../view/words.ts";
import { type Alert, useChangeAlert, useRemoveAlert, useTestAlert } from "./alerts.ts";
import { conditionText, digestText, filtersText, TARGETS } from "./kinds.ts";

interface ListProps {
  alerts: Alert[];
  mayManage: boolean;
  onCreate: (() => void) | undefined;
  onEdit: (alert: Alert) => void;
}

export function AlertList({ alerts, mayManage, onCreate, onEdit }: ListProps) {
  const [removed, setRemoved] = useState<Alert>();
  const [change, test] = [useChangeAlert(), useTestAlert()];
  const columns: Column<Alert>[] = [
    {
      id: "name",
      title: t`Alert`,
      value: ({ name }) => name,
      show: (alert) => (
        <>
          <span className="cut">{alert.name}</span>
          <span className="sub cut">{filtersText(alert)}</span>
        </>
      ),
    },
    { id: "condition", title: t`Condition`, value: ({ condition }) => conditionText(condition) },
    {
      id: "target",
      title: t`Sent to`,
      value: ({ target }) => TARGETS[target.type].label,
      show: ({ target, digest }) => (
        <>
          {TARGETS[target.type].label} {target.url_hint && <code>{target.url_hint}</code>}
          <span className="sub">{digestText(digest)}</span>
        </>
      ),
    },
    { id: "state", title: t`State`, value: stateText, show: (alert) => <State alert={alert} /> },
    {
      id: "last",
      title: t`Last message`,
      value: ({ last_fired_at }) => last_fired_at,
      show: ({ last_fired_at }) => (last_fired_at ? words.moment(last_fired_at) : t`None yet`),
    },
  ];
  if (mayManage)
    columns.push({
      id: "actions",
      title: t`Actions`,
      isAction: true,
      value: () => null,
      show: (alert) => (
        <MenuOf
          label={alert.name}
          button={
            <IconButton label={actionsLabel(alert)}>
              <EllipsisVertical size={17} />
            </IconButton>
          }
          choices={[
            {
              id: "edit",
              text: t`Edit`,
              icon: <Pencil size={15} aria-hidden="true" />,
              onAction: () => onEdit(alert),
            },
            {
              id: "test",
              text: t`Send a test message`,
              icon: <Send size={15} aria-hidden="true" />,
              onAction: () => test.mutate(alert.id),
            },
            {
              id: "mute",
              text: alert.muted ? t`Unmute` : t`Mute`,
              icon: alert.muted ? <BellRing size={15} aria-hidden="true" /> : <BellOff size={15} aria-hidden="true" />,
              onAction: () => change.mutate({ id: alert.id, muted: !alert.muted }),
            },
            {
              id: "remove",
              text: t`Remove`,
              icon: <Trash2 size={15} aria-hidden="true" />,
              onAction: () => setRemoved(alert),
            },
          ]}
        />
      ),
    });
  const empty = (
    <Empty
      title={t`No alerts yet`}
      actions={
        onCreate && (
          <Button variant="main" onPress={onCreate}>
            <Trans>Create an alert</Trans>
          </Button>
        )
      }
    >
      <Trans>An alert is a saved search with a condition. You get a message when the condition is met.</Trans>
    </Empty>
  );
  const error = change.error ?? test.error;
  return (
    <>
      {error && <Failed error={error} compact />}
      <p role="status" className="unseen">
        {test.isSuccess ? t`The test message was sent.` : ""}
      </p>
      <ListCard title={t`Your alerts`} columns={columns} rows={alerts} rowKey={({ id }) => id} empty={empty} />
      {removed && <RemoveDialog alert={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

const actionsLabel = ({ name }: Alert) => t`Actions for ${name}`;

const stateText = ({ muted, target_status }: Alert) => (muted ? t`Muted` : (target_status ?? "active"));

function State({ alert: { muted, target_status, next_digest_at } }: { alert: Alert }) {
  const next = next_digest_at && words.moment(next_digest_at);
  if (muted)
    return (
      <Badge>
        <Trans>Muted</Trans>
      </Badge>
    );
  if (target_status === "disabled")
    return (
      <Badge variant="bad">
        <Trans>Target disabled</Trans>
      </Badge>
    );
  if (target_status === "failing")
    return (
      <Badge variant="note">
        <Trans>Target failing</Trans>
      </Badge>
    );
  return (
    <>
      <Badge variant="good">
        <Trans>Active</Trans>
      </Badge>
      {next && (
        <span className="sub">
          <Trans>Next on {next}</Trans>
        </span>
      )}
    </>
  );
}

function RemoveDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const remove = useRemoveAlert();
  const { name } = alert;
  return (
    <Confirm
      title={t`Remove “${name}”?`}
      action={t`Remove`}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(alert.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>No more messages are sent. Messages that were sent stay in the list.</Trans>
      </p>
    </Confirm>
  );
}
