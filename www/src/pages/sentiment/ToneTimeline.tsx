// Tone per period, compared with the baseline.
import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf, ResultMeta } from "overheard";
import { Figure } from "../../charts/Figure.tsx";
import type { ChartSpec } from "../../charts/chart-spec.ts";
import { apiQueries } from "../../data/client.ts";
import { useDataset } from "../../data/session.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { MIN_SAMPLE } from "../../parts/Marks.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { type WithBasis, withBasis, scoredOf } from "../../view/basis.ts";
import { partialOf } from "../../view/partial.ts";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { Link } from "wouter";

type Timeline = AccountAnswerOf["sentiment-timeline"] & { _meta?: ResultMeta };
type Point = Timeline["data"][number] & WithBasis;
export type Interval = "auto" | "day" | "week" | "month";

interface ToneTimelineProps {
  interval?: Interval;
  /** True if the baseline is drawn behind the current one. */
  isCompared?: boolean;
  span?: 6 | 8 | 12;
  actions?: React.ReactNode;
}

export function ToneTimeline({ interval = "auto", isCompared = true, span = 12, actions }: ToneTimelineProps) {
  const { question, questionBefore } = useView();
  const now = useQuery({
    ...apiQueries.sentimentTimeline({ ...question, interval }),
    placeholderData: keepPreviousData,
  });
  // Requests the same interval, so that the periods of both windows line up.
  const same = now.data?.interval;
  const then = useQuery({
    ...apiQueries.sentimentTimeline({ ...questionBefore, interval: same ?? "auto" }),
    enabled: isCompared && same !== undefined,
    placeholderData: keepPreviousData,
  });
  const shown = { span, actions };
  return (
    <div className={`span-${span} cell`}>
      <Answer
        query={now}
        skeleton={<Skeleton height={395} />}
        isEmpty={({ data }) => data.every(({ mentions }) => mentions === 0)}
      >
        {(timeline) => (
          <TimelineFigure
            timeline={timeline}
            before={isCompared ? (then.data ?? "awaited") : undefined}
            question={{ ...question, interval }}
            {...shown}
          />
        )}
      </Answer>
    </div>
  );
}

function TimelineFigure({
  timeline: { data: points, meta, _meta },
  before,
  question,
  span,
  actions,
}: {
  timeline: Timeline;
  before: Timeline | "awaited" | undefined;
  question: Record<string, unknown>;
  span: 6 | 8 | 12;
  actions: React.ReactNode;
}) {
  const address = useMentionsAddress();
  const { window } = useView();
  // The legend names the baseline before its data arrives, so that nothing shifts.
  const earlier = before === "awaited" || before === undefined ? [] : withBasis(before.data, before);
  const data = withBasis(points, { _meta });
  const dataset = useDataset();
  const partial = partialOf(data, dataset);
  const isPartial = (point: Point) => partial.marks[data.indexOf(point)] ?? false;
  const scored = data.reduce((sum, point) => sum + (scoredOf(point) ?? 0), 0);
  const behind = ({ start, end }: Point) => address({ from: start, to: end });
  const daysBefore = words.days(window.before.from, window.before.to);
  const chartSpec: ChartSpec = {
    kind: "lines",
    unit: "tone",
    nUnit: "scored",
    partial,
    keys: data.map(({ period }) => words.period(period)),
    series: [
      ...(before
        ? [
            {
              name: t`Before (${daysBefore})`,
              isBefore: true,
              values: data.map((_, at) => earlier[at]?.average ?? null),
              n: data.map((_, at) => earlier[at] && scoredOf(earlier[at])),
            },
          ]
        : []),
      { name: t`Average tone`, values: data.map(({ average }) => average), n: data.map(scoredOf), colour: "chart-1" },
    ],
  };
  const columns: Column<Point>[] = [
    {
      id: "period",
      title: t`Period`,
      value: ({ period }) => period,
      show: (point) => (
        <>
          <Link href={behind(point)}>{words.period(point.period)}</Link>
          {isPartial(point) && " *"}
        </>
      ),
    },
    { id: "partial", title: t`Partial`, isExtra: true, value: (point) => (isPartial(point) ? t`yes` : "") },
    {
      id: "mentions",
      title: t`Mentions`,
      isNumber: true,
      value: ({ mentions }) => mentions,
      show: (point) => <Link href={behind(point)}>{words.count(point.mentions)}</Link>,
    },
    { id: "scored", title: t`Scored mentions`, isNumber: true, value: (point) => scoredOf(point) ?? null },
    {
      id: "average",
      title: t`Average tone`,
      isNumber: true,
      value: ({ average }) => average,
      show: ({ average }) => words.tone(average),
    },
    {
      id: "net",
      title: t`Net sentiment`,
      isNumber: true,
      value: ({ net_sentiment }) => net_sentiment,
      show: ({ net_sentiment }) => words.net(net_sentiment),
    },
    ...(["positive", "neutral", "negative", "unknown"] as const).map(
      (tone): Column<Point> => ({
        id: tone,
        title: words.toneLabel(tone),
        isNumber: true,
        value: ({ counts }) => counts[tone],
        show: (point) => (
          <Link href={address({ from: point.start, to: point.end, sentiment: [tone] })}>
            {words.count(point.counts[tone])}
          </Link>
        ),
      }),
    ),
  ];
  return (
    <Figure
      title={t`Tone over time`}
      note={t`Average of the mentions with a score, from −1 to +1`}
      span={span}
      columns={columns}
      rows={data}
      rowKey={({ period }) => period}
      chartSpec={chartSpec}
      addressAt={(key) => data[key] && behind(data[key])}
      question={{ operation: "sentiment-timeline", question }}
      window={meta}
      n={scored}
      nUnit="scored"
      isLowConfidence={scored < MIN_SAMPLE}
      actions={actions}
    />
  );
}
