// Shares and tone per month.
import { t } from "@lingui/core/macro";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import type { ChartSpec } from "../../charts/chart-spec.ts";
import { useDataset } from "../../data/session.ts";
import type { Question } from "../../data/requests.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { Scored } from "../../parts/Marks.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { markPeriods } from "../../view/partial.ts";
import { useAddress, useMentionsAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { rivalLabel, type Voice } from "./brands.ts";
import {
  daysOfMonth,
  hasEnoughVideos,
  MIN_VIDEOS,
  MEASURES,
  type Measure,
  type Month,
  monthsOf,
  shareSeries,
  splitForChart,
} from "./months.ts";

interface Row {
  month: string;
  at: number;
  days: ReturnType<typeof daysOfMonth>;
  of: Month[];
}

interface MonthsProps {
  voices: Voice[];
  window: { from: string; to: string };
  question: Question;
}

function useMonths({ voices, window }: MonthsProps) {
  const address = useMentionsAddress();
  const dataset = useDataset();
  const rows = monthsOf(voices).map(
    (month, at): Row => ({
      month,
      days: daysOfMonth(month, window, dataset),
      at,
      of: voices.map(({ series }) => series[at]!),
    }),
  );
  const partial = markPeriods(
    rows.map(({ month }) => month),
    (_, at) => !rows[at]!.days.isWhole,
  );
  const behind = ({ days: { from, to } }: Row, id: string | undefined) =>
    id === undefined ? undefined : address({ from, to, brand: [id] });
  const first: Column<Row> = {
    id: "month",
    title: t`Month`,
    value: ({ month }) => month,
    show: ({ month, days }) => (
      <>
        {words.period(month)}
        {!days.isWhole && " *"}
      </>
    ),
  };
  const mark: Column<Row> = {
    id: "partial",
    title: t`Partial`,
    isExtra: true,
    value: ({ days }) => (days.isWhole ? "" : t`yes`),
  };
  return { rows, partial, behind, first: [first, mark] };
}

/** Says that the table has more brands than the chart. */
function tableNote({ length: brands }: Voice[]): string {
  return t`the table shows all ${brands} brands`;
}

/** Returns the number of scored mentions of a brand in a month. */
const scoredIn = ({ known }: Voice, month: number): number | undefined => known?.scored_by_month?.[month];

export function ShareByMonth(props: MonthsProps) {
  const { voices, window, question } = props;
  const { params, set } = useAddress();
  const { rows, behind, first, partial } = useMonths(props);
  const measure: Measure = params.get("measure") === "reach" ? "reach_sov" : "volume_sov";
  const columns: Column<Row>[] = [
    ...first,
    ...voices.flatMap((voice, at): Column<Row>[] => {
      const brand = rivalLabel(voice);
      return [
        {
          id: `share-${at}`,
          title: measure === "reach_sov" ? t`${brand}: share of views` : t`${brand}: share of videos`,
          isNumber: true,
          value: ({ of }) => of[at]![measure],
          show: ({ of }) => words.percent(of[at]![measure]),
        },
        {
          id: `videos-${at}`,
          title: t`${brand}: videos`,
          isNumber: true,
          value: ({ of }) => of[at]!.unique_videos,
          show: (row) => {
            const to = behind(row, voice.id);
            return to ? (
              <Link href={to}>{words.count(row.of[at]!.unique_videos)}</Link>
            ) : (
              words.count(row.of[at]!.unique_videos)
            );
          },
        },
      ];
    }),
  ];
  const { alone, together } = splitForChart(voices);
  // A chart needs two months and two brands: otherwise it repeats the totals or shows 100 %.
  const monthsWithData = rows.filter((_, at) => hasEnoughVideos(voices, at)).length;
  const chartSpec: ChartSpec | undefined =
    monthsWithData < 2 || alone.length < 2
      ? undefined
      : {
          kind: "columns",
          unit: "share",
          isStacked: true,
          nUnit: "videos",
          keys: rows.map(({ month }) => words.period(month)),
          partial,
          series: shareSeries(voices, measure, rivalLabel),
          height: 320,
        };
  return (
    <Figure
      title={t`Share by month`}
      note={[
        measure === "reach_sov"
          ? t`Share of views, in percent of the brands shown`
          : t`Share of videos, in percent of the brands shown`,
        chartSpec && monthsWithData < rows.length && t`months with fewer than ${MIN_VIDEOS} are only in the table`,
        together.length > 0 && tableNote(voices),
      ]
        .filter(Boolean)
        .join("; ")}
      columns={columns}
      rows={rows}
      rowKey={({ month }) => month}
      chartSpec={chartSpec}
      addressAt={(key, at) => rows[key] && alone[at] && behind(rows[key], alone[at].id)}
      question={question}
      window={window}
      n={voices.reduce((sum, { totals }) => sum + totals.unique_videos, 0)}
      nUnit="videos"
      actions={
        <SelectOf
          label={t`Measure`}
          options={[
            { value: "volume", label: MEASURES.volume_sov },
            { value: "reach", label: MEASURES.reach_sov },
          ]}
          chosen={measure === "reach_sov" ? "reach" : "volume"}
          onChange={(value) => set({ measure: value === "volume" ? undefined : value })}
        />
      }
    />
  );
}

export function ToneByMonth(props: MonthsProps) {
  const { voices, window, question } = props;
  const { rows, behind, first, partial } = useMonths(props);
  const { alone, together } = splitForChart(voices);
  const columns: Column<Row>[] = [
    ...first,
    ...voices.flatMap((voice, at): Column<Row>[] => {
      const brand = rivalLabel(voice);
      return [
        {
          id: `tone-${at}`,
          title: brand,
          isNumber: true,
          value: ({ of }) => of[at]!.sentiment,
          show: (row) =>
            row.of[at]!.sentiment === null ? (
              words.NOTHING
            ) : (
              <>
                {words.tone(row.of[at]!.sentiment)} <Scored of={scoredIn(voice, row.at)} />
              </>
            ),
        },
        {
          id: `scored-${at}`,
          title: t`${brand}: scored mentions`,
          isNumber: true,
          isExtra: true,
          value: (row) => scoredIn(voice, row.at) ?? null,
        },
      ];
    }),
  ];
  const isDrawn = (month: Month | undefined): month is Month =>
    month !== undefined && month.unique_videos >= MIN_VIDEOS;
  const values = (voice: Voice) => voice.series.map((month) => (isDrawn(month) ? month.sentiment : null));
  const withValues = alone.filter((voice) => values(voice).some((value) => value !== null));
  const isOneMonth = rows.length === 1;
  const chartSpec: ChartSpec | undefined =
    withValues.length === 0
      ? undefined
      : isOneMonth
        ? {
            kind: "bars",
            unit: "tone",
            keys: withValues.map(rivalLabel),
            nUnit: "scored",
            series: [
              {
                name: t`Average tone`,
                values: withValues.map((voice) => values(voice)[0] ?? null),
                n: withValues.map((voice) => scoredIn(voice, 0)),
              },
            ],
          }
        : {
            kind: "lines",
            unit: "tone",
            nUnit: "scored",
            keys: rows.map(({ month }) => words.period(month)),
            partial,
            series: withValues.map((voice) => ({
              name: rivalLabel(voice),
              values: values(voice),
              n: voice.series.map((_, month) => scoredIn(voice, month)),
            })),
            height: 320,
          };
  const at = (key: number, series: number) =>
    isOneMonth
      ? rows[0] && withValues[key] && behind(rows[0], withValues[key].id)
      : rows[key] && withValues[series] && behind(rows[key], withValues[series].id);
  return (
    <Figure
      title={t`Tone by month`}
      note={[
        t`Average of the mentions with a score, from −1 to +1; months with fewer than ${MIN_VIDEOS} videos are only in the table`,
        together.length > 0 && tableNote(voices),
      ]
        .filter(Boolean)
        .join("; ")}
      columns={columns}
      rows={rows}
      rowKey={({ month }) => month}
      chartSpec={chartSpec}
      addressAt={at}
      question={question}
      window={window}
    />
  );
}
