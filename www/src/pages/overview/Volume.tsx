// How many mentions there are, period by period, and in which tone.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import { ask } from "../../data/client.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { TONES, toneSeries } from "../../view/tones.ts";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";

type Point = AccountAnswerOf["sentiment-timeline"]["data"][number];

export function Volume() {
  const { question } = useView();
  const address = useMentionsAddress();
  const timeline = useQuery({ ...ask.sentimentTimeline(question), placeholderData: keepPreviousData });
  const columns: Column<Point>[] = [
    { id: "period", title: "Period", value: ({ period }) => period, show: ({ period, start, end }) => <Link href={address({ from: start, to: end })}>{words.period(period)}</Link> },
    { id: "mentions", title: "Mentions", isNumber: true, value: ({ mentions }) => mentions },
    ...TONES.map((tone): Column<Point> => ({ id: tone, title: words.toneLabel(tone), isNumber: true, value: ({ counts }) => counts[tone] })),
  ];
  return (
    <div className="span-8 cell">
      <Answer query={timeline} skeleton={<Skeleton height={446} />} isEmpty={({ meta }) => meta.mentions === 0}>
        {({ data, meta }) => (
          <Figure
            title="Mentions over time"
            note="By tone"
            span={8}
            columns={columns}
            rows={data}
            rowKey={({ period }) => period}
            picture={{ kind: "columns", unit: "count", isStacked: true, keys: data.map(({ period }) => words.period(period)), series: toneSeries(data.map(({ counts }) => counts)), height: 300 }}
            addressAt={(key) => data[key] && address({ from: data[key].start, to: data[key].end })}
            question={{ operation: "sentiment-timeline", question }}
            window={meta}
            n={meta.mentions}
          />
        )}
      </Answer>
    </div>
  );
}
