// Number of mentions per period, by tone.
import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import { apiQueries } from "../../data/client.ts";
import { useDataset } from "../../data/session.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { partialOf } from "../../view/partial.ts";
import { TONES, toneSeries } from "../../view/tones.ts";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";

type Point = AccountAnswerOf["sentiment-timeline"]["data"][number];

export function Volume() {
  const { question } = useView();
  const address = useMentionsAddress();
  const timeline = useQuery({ ...apiQueries.sentimentTimeline(question), placeholderData: keepPreviousData });
  const dataset = useDataset();
  const isPartial = (point: Point) => partialOf([point], dataset).marks[0]!;
  const columns: Column<Point>[] = [
    {
      id: "period",
      title: t`Period`,
      value: ({ period }) => period,
      show: (point) => (
        <>
          <Link href={address({ from: point.start, to: point.end })}>{words.period(point.period)}</Link>
          {isPartial(point) && " *"}
        </>
      ),
    },
    { id: "partial", title: t`Partial`, isExtra: true, value: (point) => (isPartial(point) ? t`yes` : "") },
    { id: "mentions", title: t`Mentions`, isNumber: true, value: ({ mentions }) => mentions },
    ...TONES.map(
      (tone): Column<Point> => ({
        id: tone,
        title: words.toneLabel(tone),
        isNumber: true,
        value: ({ counts }) => counts[tone],
      }),
    ),
  ];
  return (
    <div className="span-8 cell">
      <Answer query={timeline} skeleton={<Skeleton height={446} />} isEmpty={({ meta }) => meta.mentions === 0}>
        {({ data, meta }) => (
          <Figure
            title={t`Mentions over time`}
            note={t`By tone`}
            span={8}
            columns={columns}
            rows={data}
            rowKey={({ period }) => period}
            chartSpec={{
              kind: "columns",
              unit: "count",
              isStacked: true,
              keys: data.map(({ period }) => words.period(period)),
              partial: partialOf(data, dataset),
              series: toneSeries(data.map(({ counts }) => counts)),
              height: 300,
            }}
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
