// Most frequent topics of positive or negative mentions.
import type { AccountAnswerOf } from "overheard";
import { Figure } from "../../charts/Figure.tsx";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Empty } from "../../parts/States.tsx";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { Link } from "wouter";

type Driver = AccountAnswerOf["sentiment"]["drivers"]["positive"][number];

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
  const title = tone === "positive" ? "What people like" : "What people criticise";
  const behind = (topic: string) => address({ topic: [topic], sentiment: [tone] });
  if (drivers.length === 0)
    return (
      <Card title={title} span={6}>
        <Empty title={counts === 0 ? `No ${tone} mentions` : "No topics"}>
          {counts === 0
            ? `No mention in this period is ${tone}.`
            : `The ${tone} mentions of this period have no topic.`}
        </Empty>
      </Card>
    );
  const columns: Column<Driver>[] = [
    {
      id: "topic",
      title: "Topic",
      value: ({ topic }) => topic,
      show: ({ topic }) => <Link href={behind(topic)}>{topic}</Link>,
    },
    {
      id: "mentions",
      title: `${words.toneLabel(tone)} mentions`,
      isNumber: true,
      value: ({ count }) => count,
      show: ({ topic, count }) => <Link href={behind(topic)}>{words.count(count)}</Link>,
    },
  ];
  return (
    <Figure
      title={title}
      note={`Most frequent topics of ${tone} mentions`}
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
            name: `${words.toneLabel(tone)} mentions`,
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
