// Most frequent topics of positive or negative mentions.
import { t } from "@lingui/core/macro";
import type { AccountAnswerOf } from "overheard";
import { Figure } from "../../charts/Figure.tsx";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Empty } from "../../parts/States.tsx";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { Link } from "wouter";

type Driver = AccountAnswerOf["sentiment"]["drivers"]["positive"][number];

const TEXTS = {
  positive: {
    title: t`What people like`,
    mentions: t`Positive mentions`,
    note: t`Most frequent topics of positive mentions`,
    none: { title: t`No positive mentions`, text: t`No mention in this period is positive.` },
    noTopic: t`The positive mentions of this period have no topic.`,
  },
  negative: {
    title: t`What people criticise`,
    mentions: t`Negative mentions`,
    note: t`Most frequent topics of negative mentions`,
    none: { title: t`No negative mentions`, text: t`No mention in this period is negative.` },
    noTopic: t`The negative mentions of this period have no topic.`,
  },
};

export function Drivers({
  tone,
  drivers,
  counts,
  meta,
}: {
  tone: "positive" | "negative";
  drivers: Driver[];
  counts: number;
  meta: AccountAnswerOf["sentiment"]["meta"];
}) {
  const address = useMentionsAddress();
  const { question } = useView();
  const { title, mentions, note, none, noTopic } = TEXTS[tone];
  const behind = (topic: string) => address({ topic: [topic], sentiment: [tone] });
  if (drivers.length === 0)
    return (
      <Card title={title} span={6}>
        <Empty title={counts === 0 ? none.title : t`No topics`}>{counts === 0 ? none.text : noTopic}</Empty>
      </Card>
    );
  const columns: Column<Driver>[] = [
    {
      id: "topic",
      title: t`Topic`,
      value: ({ topic }) => topic,
      show: ({ topic }) => <Link href={behind(topic)}>{topic}</Link>,
    },
    {
      id: "mentions",
      title: mentions,
      isNumber: true,
      value: ({ count }) => count,
      show: ({ topic, count }) => <Link href={behind(topic)}>{words.count(count)}</Link>,
    },
  ];
  return (
    <Figure
      title={title}
      note={note}
      span={6}
      columns={columns}
      rows={drivers}
      rowKey={({ topic }) => topic}
      chartSpec={{
        kind: "bars",
        unit: "count",
        keys: drivers.map(({ topic }) => topic),
        series: [
          {
            name: mentions,
            colour: `tone-${tone}`,
            values: drivers.map(({ count }) => count),
          },
        ],
      }}
      addressAt={(key) => drivers[key] && behind(drivers[key].topic)}
      question={{ operation: "sentiment", question }}
      window={meta}
      n={counts}
      isLowConfidence={counts < 20}
    />
  );
}
