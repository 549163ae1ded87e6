// List of the account's alerts with their actions, the newest first.
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
      title: "Alert",
      value: ({ name }) => name,
      show: (alert) => (
        <>
          <span className="cut">{alert.name}</span>
          <span className="sub cut">{filtersText(alert)}</span>
        </>
      ),
    },
    { id: "condition", title: "Condition", value: ({ condition }) => conditionText(condition) },
    {
      id: "target",
      title: "Sent to",
      value: ({ target }) => TARGETS[target.type].label,
      show: ({ target, digest }) => (
        <>
          {TARGETS[target.type].label} {target.url_hint && <code>{target.url_hint}</code>}
          <span className="sub">{digestText(digest)}</span>
        </>
      ),
    },
    { id: "state", title: "State", value: stateText, show: (alert) => <State alert={alert} /> },
    {
      id: "last",
      title: "Last message",
      value: ({ last_fired_at }) => last_fired_at,
      show: ({ last_fired_at }) => (last_fired_at ? words.moment(last_fired_at) : "None yet"),
    },
  ];
  if (mayManage)
    columns.push({
      id: "actions",
      title: "Actions",
      isAction: true,
      value: () => null,
      show: (alert) => (
        <MenuOf
          label={alert.name}
          button={
            <IconButton label={`Actions for ${alert.name}`}>
              <EllipsisVertical size={17} />
            </IconButton>
          }
          choices={[
            {
              id: "edit",
              text: "Edit",
              icon: <Pencil size={15} aria-hidden="true" />,
              onAction: () => onEdit(alert),
            },
            {
              id: "test",
              text: "Send a test message",
              icon: <Send size={15} aria-hidden="true" />,
              onAction: () => test.mutate(alert.id),
            },
            {
              id: "mute",
              text: alert.muted ? "Unmute" : "Mute",
              icon: alert.muted ? <BellRing size={15} aria-hidden="true" /> : <BellOff size={15} aria-hidden="true" />,
              onAction: () => change.mutate({ id: alert.id, muted: !alert.muted }),
            },
            {
              id: "remove",
              text: "Remove",
              icon: <Trash2 size={15} aria-hidden="true" />,
              onAction: () => setRemoved(alert),
            },
          ]}
        />
      ),
    });
  const empty = (
    <Empty
      title="No alerts yet"
      actions={
        onCreate && (
          <Button variant="main" onPress={onCreate}>
            Create an alert
          </Button>
        )
      }
    >
      An alert is a saved search with a condition. You get a message when the condition is met.
    </Empty>
  );
  const error = change.error ?? test.error;
  return (
    <>
      {error && <Failed error={error} compact />}
      <p role="status" className="unseen">
        {test.isSuccess ? "The test message was sent." : ""}
      </p>
      <ListCard title="Your alerts" columns={columns} rows={alerts} rowKey={({ id }) => id} empty={empty} />
      {removed && <RemoveDialog alert={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

const stateText = ({ muted, target_status }: Alert) => (muted ? "Muted" : (target_status ?? "active"));

function State({ alert: { muted, target_status, next_digest_at } }: { alert: Alert }) {
  if (muted) return <Badge>Muted</Badge>;
  if (target_status === "disabled") return <Badge variant="bad">Target disabled</Badge>;
  if (target_status === "failing") return <Badge variant="note">Target failing</Badge>;
  return (
    <>
      <Badge variant="good">Active</Badge>
      {next_digest_at && <span className="sub">Next on {words.moment(next_digest_at)}</span>}
    </>
  );
}

function RemoveDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const remove = useRemoveAlert();
  return (
    <Confirm
      title={`Remove “${alert.name}”?`}
      action="Remove"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(alert.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>No more messages are sent. Messages that were sent stay in the list.</p>
    </Confirm>
  );
}
