// List of the account's webhooks, the latest first.
import type { Webhook } from "overheard";
import { Button } from "../../parts/Button.tsx";
import { Badge } from "../../parts/Badge.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { ListCard } from "../../parts/ListCard.tsx";
import { Empty } from "../../parts/States.tsx";
import { useAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { eventsText, STATES } from "./kinds.ts";

export function WebhookList({ webhooks, onRegister }: { webhooks: Webhook[]; onRegister: (() => void) | undefined }) {
  const { set } = useAddress();
  const columns: Column<Webhook>[] = [
    {
      id: "url",
      title: "Address",
      value: ({ url }) => url,
      show: ({ id, url, description }) => (
        <>
          <button type="button" className="link cut" onClick={() => set({ webhook: id })}>
            {url.replace(/^https:\/\//, "")}
          </button>
          <span className="sub cut">{description}</span>
        </>
      ),
    },
    {
      id: "status",
      title: "Status",
      value: ({ status }) => status,
      show: ({ status }) => <Badge variant={STATES[status].variant}>{STATES[status].label}</Badge>,
    },
    {
      id: "events",
      title: "Events",
      value: ({ events }) => eventsText(events),
      show: ({ events }) => <span className="cut">{eventsText(events)}</span>,
    },
    { id: "description", title: "Description", value: ({ description }) => description, isExtra: true },
    {
      id: "last",
      title: "Last delivery",
      value: ({ stats }) => stats.last_delivery_at,
      show: ({ stats }) =>
        stats.last_delivery_at ? (
          <>
            {words.moment(stats.last_delivery_at)}
            <span className="sub">{stats.last_status === null ? "no response" : `responded ${stats.last_status}`}</span>
          </>
        ) : (
          "None yet"
        ),
    },
    { id: "failures", title: "Failures in a row", isNumber: true, value: ({ stats }) => stats.consecutive_failures },
    {
      id: "created",
      title: "Registered",
      value: ({ created_at }) => created_at,
      show: ({ created_at }) => words.day(created_at.slice(0, 10)),
      isExtra: true,
    },
  ];
  const empty = (
    <Empty
      title="No webhooks yet"
      actions={
        onRegister && (
          <Button variant="main" onPress={onRegister}>
            Register a webhook
          </Button>
        )
      }
    >
      A webhook sends new mentions, shifts in tone and finished reports to an address of yours.
    </Empty>
  );
  return (
    <ListCard title="Registered webhooks" columns={columns} rows={webhooks} rowKey={({ id }) => id} empty={empty} />
  );
}
