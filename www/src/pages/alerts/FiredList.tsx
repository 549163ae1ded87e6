// The last messages of all alerts, the newest first, with links to the mentions in question.
import { useEffect } from "react";
import { useSession } from "../../data/session.ts";
import { LinkButton } from "../../parts/Button.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { ListCard } from "../../parts/ListCard.tsx";
import { Empty } from "../../parts/States.tsx";
import * as words from "../../view/words.ts";
import type { FiredAlert } from "./alerts.ts";
import { markSeen } from "./seen.ts";

const COLUMNS: Column<FiredAlert>[] = [
  { id: "name", title: "Alert", value: ({ name }) => name },
  {
    id: "reason",
    title: "Why",
    value: ({ reason }) => reason,
    show: ({ reason }) => <span className="fired-reason">{reason}</span>,
  },
  { id: "at", title: "When", value: ({ at }) => at, show: ({ at }) => words.moment(at) },
  {
    id: "mentions",
    title: "Mentions",
    isAction: true,
    value: () => null,
    show: ({ query, name }) => (
      <LinkButton to={`/mentions?${query}`}>
        Show<span className="unseen"> the mentions of {name}</span>
      </LinkButton>
    ),
  },
];

export function FiredList({ fired }: { fired: FiredAlert[] }) {
  const { account } = useSession();
  useEffect(() => markSeen(account.id, fired), [account.id, fired]);
  return (
    <ListCard
      title="Messages"
      note="The last 50, kept for 30 days"
      columns={COLUMNS}
      rows={fired}
      empty={<Empty title="No messages in the last 30 days">Messages of all alerts appear here.</Empty>}
      rowKey={({ alert, at, reason }) => `${alert} ${at} ${reason}`}
    />
  );
}
