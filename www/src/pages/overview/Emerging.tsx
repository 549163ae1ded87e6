// Emerging topics.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import { apiQueries } from "../../data/client.ts";
import { Button } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Answer, Empty, Skeleton } from "../../parts/States.tsx";
import { type WithBasis, withBasis, scoredOf } from "../../view/basis.ts";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";

type Topic = AccountAnswerOf["emerging-trends"]["data"][number] & WithBasis;
const shareGrowth = ({ standing }: Topic) => standing?.share_growth_pct ?? null;
const STAGES = { new: t`New`, breakout: t`Breakout`, rising: t`Rising` };

export function Emerging() {
  const { question, setWindow, window } = useView();
  const address = useMentionsAddress();
  const request = { ...question, limit: 8 };
  const emerging = useQuery({ ...apiQueries.emergingTrends(request), placeholderData: keepPreviousData });
  const behind = (topic: string) => address({ topic: [topic] });
  const columns: Column<Topic>[] = [
    {
      id: "topic",
      title: t`Topic`,
      value: ({ topic }) => topic,
      show: ({ topic }) => <Link href={behind(topic)}>{topic}</Link>,
    },
    { id: "stage", title: t`Stage`, value: ({ stage }) => STAGES[stage] },
    {
      id: "mentions",
      title: t`Mentions`,
      isNumber: true,
      value: ({ volume }) => volume,
      show: ({ topic, volume }) => <Link href={behind(topic)}>{words.count(volume)}</Link>,
    },
    { id: "growth", title: t`Growth`, isNumber: true, isExtra: true, value: ({ growth_pct }) => growth_pct },
    {
      id: "share-growth",
      title: t`Change of share`,
      isNumber: true,
      value: shareGrowth,
      // A topic without mentions in the previous period has no change.
      show: (topic) => (topic.standing && shareGrowth(topic) === null ? t`New` : words.change(shareGrowth(topic))),
    },
    { id: "creators", title: t`Creators`, isNumber: true, value: ({ unique_channels }) => unique_channels },
    {
      id: "scored",
      title: t`Scored mentions`,
      isNumber: true,
      isExtra: true,
      value: (topic) => scoredOf(topic) ?? null,
    },
    {
      id: "tone",
      title: t`Tone`,
      isNumber: true,
      value: ({ average_sentiment }) => average_sentiment,
      show: ({ average_sentiment }) => words.tone(average_sentiment),
    },
  ];
  const none = (
    <Card title={t`Emerging topics`} span={6}>
      <Empty
        title={t`No emerging topics`}
        actions={
          window.preset !== "90d" && (
            <Button onPress={() => setWindow({ preset: "90d" })}>
              <Trans>Show 90 days</Trans>
            </Button>
          )
        }
      >
        <Trans>No topic grew enough in this period to count as emerging.</Trans>
      </Empty>
    </Card>
  );
  return (
    <div className="span-6 cell">
      <Answer
        query={emerging}
        skeleton={<Skeleton height={561} />}
        isEmpty={({ data }) => data.length === 0}
        empty={none}
      >
        {({ data, meta, _meta }) => (
          <Figure
            title={t`Emerging topics`}
            note={t`Mentioned far more than in previous periods, by several creators`}
            span={6}
            columns={columns}
            rows={withBasis(data, { _meta })}
            rowKey={({ topic }) => topic}
            question={{ operation: "emerging-trends", question: request }}
            window={meta}
            isLowConfidence={meta.low_confidence}
            n={meta.mentions}
          />
        )}
      </Answer>
    </div>
  );
}
