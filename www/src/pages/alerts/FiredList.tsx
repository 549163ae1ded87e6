// The last messages of all alerts, the newest first, with links to the mentions in question.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
  { id: "name", title: t`Alert`, value: ({ name }) => name },
  {
    id: "reason",
    title: t`Why`,
    value: ({ reason }) => reason,
    show: ({ reason }) => <span className="fired-reason">{reason}</span>,
  },
  { id: "at", title: t`When`, value: ({ at }) => at, show: ({ at }) => words.moment(at) },
  {
    id: "mentions",
    title: t`Mentions`,
    isAction: true,
    value: () => null,
    show: ({ query, name }) => (
      <LinkButton to={`/mentions?${query}`}>
        <Trans>
          Show<span className="unseen"> the mentions of {name}</span>
        </Trans>
      </LinkButton>
    ),
  },
];

export function FiredList({ fired }: { fired: FiredAlert[] }) {
  const { account } = useSession();
  useEffect(() => markSeen(account.id, fired), [account.id, fired]);
  return (
    <ListCard
      title={t`Messages`}
      note={t`The last 50, kept for 30 days`}
      columns={COLUMNS}
      rows={fired}
      empty={
        <Empty title={t`No messages in the last 30 days`}>
          <Trans>Messages of all alerts appear here.</Trans>
        </Empty>
      }
      rowKey={({ alert, at, reason }) => `${alert} ${at} ${reason}`}
    />
  );
}
