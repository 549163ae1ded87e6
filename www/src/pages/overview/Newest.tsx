// Newest mentions of the period.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { apiQueries } from "../../data/client.ts";
import { LinkButton } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { useMentionsAddress, useView } from "../../view/view.ts";
import { MentionRow } from "../mentions/MentionRow.tsx";
import "../mentions/mentions.css";

export function Newest() {
  const { question } = useView();
  const address = useMentionsAddress();
  const newest = useQuery({ ...apiQueries.mentions({ ...question, limit: 6 }), placeholderData: keepPreviousData });
  const all = address();
  return (
    <Card
      title={t`Newest mentions`}
      span={6}
      actions={
        <LinkButton to={all} variant="plain">
          <Trans>See all</Trans>
        </LinkButton>
      }
    >
      <Answer query={newest} skeleton={<Skeleton height={496} />} isEmpty={({ data }) => data.length === 0}>
        {({ data }) =>
          data.map((mention) => (
            <MentionRow
              key={mention.id}
              mention={mention}
              to={`${all}${all.includes("?") ? "&" : "?"}mention=${mention.id}`}
            />
          ))
        }
      </Answer>
    </Card>
  );
}
