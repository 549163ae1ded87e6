// List of the account's webhooks, the latest first.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
      title: t`Address`,
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
      title: t`Status`,
      value: ({ status }) => status,
      show: ({ status }) => <Badge variant={STATES[status].variant}>{STATES[status].label}</Badge>,
    },
    {
      id: "events",
      title: t`Events`,
      value: ({ events }) => eventsText(events),
      show: ({ events }) => <span className="cut">{eventsText(events)}</span>,
    },
    { id: "description", title: t`Description`, value: ({ description }) => description, isExtra: true },
    {
      id: "last",
      title: t`Last delivery`,
      value: ({ stats }) => stats.last_delivery_at,
      show: ({ stats: { last_delivery_at, last_status: status } }) =>
        last_delivery_at ? (
          <>
            {words.moment(last_delivery_at)}
            <span className="sub">{status === null ? t`no response` : t`responded ${status}`}</span>
          </>
        ) : (
          t`None yet`
        ),
    },
    { id: "failures", title: t`Failures in a row`, isNumber: true, value: ({ stats }) => stats.consecutive_failures },
    {
      id: "created",
      title: t`Registered`,
      value: ({ created_at }) => created_at,
      show: ({ created_at }) => words.day(created_at.slice(0, 10)),
      isExtra: true,
    },
  ];
  const empty = (
    <Empty
      title={t`No webhooks yet`}
      actions={
        onRegister && (
          <Button variant="main" onPress={onRegister}>
            <Trans>Register a webhook</Trans>
          </Button>
        )
      }
    >
      <Trans>A webhook sends new mentions, shifts in tone and finished reports to an address of yours.</Trans>
    </Empty>
  );
  return (
    <ListCard title={t`Registered webhooks`} columns={columns} rows={webhooks} rowKey={({ id }) => id} empty={empty} />
  );
}
