// Compares brands or periods: volumes, shares and topics.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf, AccountQuestionOf, ResultMeta } from "overheard";
import { Figure } from "../../charts/Figure.tsx";
import { apiQueries } from "../../data/client.ts";
import { useSession } from "../../data/session.ts";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { MIN_SAMPLE, LowConfidence, Scored, SumOfKnown } from "../../parts/Marks.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { Answer, Empty, Skeleton } from "../../parts/States.tsx";
import { withBasis, scoredOf, sumValue } from "../../view/basis.ts";
import { useAddress, useMentionsAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { type By, useComparison } from "./comparison.ts";
import { ComparisonControls } from "./ComparisonControls.tsx";
import { MaybeLink, useTopicAddress } from "./topics.tsx";

type ComparisonResponse = AccountAnswerOf["trend-comparison"] & { _meta?: ResultMeta };
type Question = AccountQuestionOf["trend-comparison"];
/** Minimum number of mentions for the chart, over all columns; other topics are in the table only. */
const MIN_MENTIONS = 5;

export function Comparison() {
  const compared = useComparison();
  // The query is disabled without a request; the fallback only satisfies the type.
  const comparison = useQuery({
    ...apiQueries.trendComparison(compared.question ?? { by: "period" }),
    enabled: compared.question !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <section className="span-12 comparison-head" aria-labelledby="comparison">
        <h2 id="comparison">
          <Trans>Compare</Trans>
        </h2>
        <div className="row">
          <ComparisonControls compared={compared} />
        </div>
      </section>
      {compared.question === undefined ? (
        <Card title={t`Nothing to compare`}>
          <Empty title={t`Choose at least two brands`}>
            <Trans>To compare one brand with itself over time, choose Periods.</Trans>
          </Empty>
        </Card>
      ) : (
        <div className="span-12 cell">
          <Answer query={comparison} skeleton={<Skeleton height={520} />} isEmpty={({ meta }) => meta.mentions === 0}>
            {(data) => (
              <div className="grid">
                <Columns data={data} question={compared.question!} by={compared.by} />
                <Topics data={data} question={compared.question!} />
              </div>
            )}
          </Answer>
        </div>
      )}
    </>
  );
}

/** Returns the name of a column: the label of a brand, or the days of a period. */
const nameOf =
  (by: By) =>
  ({ key, from, to }: ComparisonResponse["columns"][number]) =>
    by === "brand" ? key : words.days(from, to);

function useMentionsAddresses(by: By) {
  const address = useMentionsAddress();
  const topic = useTopicAddress();
  const narrower = ({ brand_id, from, to }: ComparisonResponse["columns"][number]) => ({
    from,
    to,
    ...(brand_id !== null && { brand: [brand_id] }),
    ...(by === "period" && brand_id === null && { brand: [] }),
  });
  return {
    all: (column: ComparisonResponse["columns"][number]) => address(narrower(column)),
    of: (name: string, column: ComparisonResponse["columns"][number]) => topic(name, narrower(column)),
  };
}

function Columns({
  data: { by, columns: parts, share_of_voice, meta, _meta },
  question,
}: {
  data: ComparisonResponse;
  question: Question;
  by: By;
}) {
  const behind = useMentionsAddresses(by);
  const name = nameOf(by);
  const rows = withBasis(parts, { _meta }).map((part, at) => ({ ...part, ...share_of_voice[at]! }));
  const columns: Column<(typeof rows)[number]>[] = [
    {
      id: "name",
      title: by === "brand" ? t`Brand` : t`Period`,
      value: name,
      show: (row) => <MaybeLink to={behind.all(row)}>{name(row)}</MaybeLink>,
    },
    {
      id: "mentions",
      title: t`Mentions`,
      isNumber: true,
      value: ({ mentions }) => mentions,
      show: (row) => (
        <>
          {row.mentions < MIN_SAMPLE && <LowConfidence n={row.mentions} />}{" "}
          <MaybeLink to={behind.all(row)}>{words.count(row.mentions)}</MaybeLink>
        </>
      ),
    },
    ...(rows.some(({ per_day }) => per_day !== undefined)
      ? [
          {
            id: "day",
            title: t`Per day`,
            isNumber: true,
            value: ({ per_day }: (typeof rows)[number]) => per_day ?? null,
          },
        ]
      : []),
    {
      id: "mention_sov",
      title: t`Share of mentions`,
      isNumber: true,
      value: ({ mention_sov }) => mention_sov,
      show: ({ mention_sov }) => words.percent(mention_sov),
    },
    {
      id: "volume_sov",
      title: t`Share of videos`,
      isNumber: true,
      value: ({ volume_sov }) => volume_sov,
      show: ({ volume_sov }) => words.percent(volume_sov),
    },
    {
      id: "views",
      title: t`Views`,
      isNumber: true,
      value: ({ views, known }) => sumValue(views, known, "views"),
      show: ({ views, known }) => <SumOfKnown value={views} known={known} of="views" />,
    },
    {
      id: "reach_sov",
      title: t`Share of views`,
      isNumber: true,
      value: ({ reach_sov }) => reach_sov,
      show: ({ reach_sov }) => words.percent(reach_sov),
    },
    {
      id: "tone",
      title: t`Average tone`,
      isNumber: true,
      value: ({ average_sentiment }) => average_sentiment,
      show: ({ known, average_sentiment }) => (
        <>
          {words.tone(average_sentiment)} <Scored of={scoredOf({ known })} />
        </>
      ),
    },
    {
      id: "scored",
      title: t`Scored mentions`,
      isNumber: true,
      isExtra: true,
      value: ({ known }) => scoredOf({ known }) ?? null,
    },
  ];
  return (
    <Figure
      title={by === "brand" ? t`Brands side by side` : t`Periods side by side`}
      note={by === "brand" ? t`Share of brands shown` : t`Share of periods shown`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      chartSpec={{
        kind: "bars",
        unit: "percent",
        keys: rows.map(name),
        series: [
          {
            name: t`Share of mentions`,
            values: rows.map(({ mention_sov }) => mention_sov),
            n: rows.map(({ mentions }) => mentions),
          },
          { name: t`Share of views`, colour: "chart-6", values: rows.map(({ reach_sov }) => reach_sov) },
        ],
      }}
      addressAt={(key) => rows[key] && behind.all(rows[key])}
      isTableFirst
      question={{ operation: "trend-comparison", question: { ...question } }}
      window={meta}
      n={meta.mentions}
      isLowConfidence={meta.low_confidence}
    />
  );
}

const MEASURES = { share: t`Share of mentions`, volume: t`Mentions` } as const;
type Measure = keyof typeof MEASURES;

function Topics({
  data: { by, columns: parts, rows, meta, _meta },
  question,
}: {
  data: ComparisonResponse;
  question: Question;
}) {
  const { params, set } = useAddress();
  const { account } = useSession();
  const behind = useMentionsAddresses(by);
  const measure: Measure = params.get("measure") === "volume" ? "volume" : "share";
  const name = nameOf(by);
  const names = parts.map(name);
  const scored = (row: ComparisonResponse["rows"][number], at: number) =>
    _meta?.scored_by_topic?.[rows.indexOf(row)]?.[at];
  const [firstName, lastName] = [names[0]!, names.at(-1)!];
  const columns: Column<ComparisonResponse["rows"][number]>[] = [
    { id: "topic", title: t`Topic`, value: ({ topic }) => topic },
    ...parts.flatMap((part, at): Column<ComparisonResponse["rows"][number]>[] => {
      const column = names[at]!;
      return [
        {
          id: `volume-${at}`,
          title: t`${column}: mentions`,
          isNumber: true,
          value: ({ volume }) => volume[at]!,
          show: ({ topic, volume }) => (
            <MaybeLink to={volume[at]! > 0 ? behind.of(topic, part) : undefined}>{words.count(volume[at])}</MaybeLink>
          ),
        },
        {
          id: `share-${at}`,
          title: t`${column}: share`,
          isNumber: true,
          value: ({ share_pct }) => share_pct[at]!,
          show: ({ share_pct }) => words.percent(share_pct[at]),
        },
        {
          id: `tone-${at}`,
          title: t`${column}: average tone`,
          isNumber: true,
          value: ({ average_sentiment }) => average_sentiment[at]!,
          show: (row) =>
            row.average_sentiment[at] === null ? (
              words.NOTHING
            ) : (
              <>
                {words.tone(row.average_sentiment[at])} <Scored of={scored(row, at)} />
              </>
            ),
        },
        {
          id: `scored-${at}`,
          title: t`${column}: scored mentions`,
          isNumber: true,
          isExtra: true,
          value: (row) => scored(row, at) ?? null,
        },
      ];
    }),
    {
      id: "delta",
      title: t`${lastName} vs. ${firstName}`,
      isNumber: true,
      value: ({ delta_pct }) => delta_pct,
      show: ({ delta_pct }) => words.change(delta_pct),
    },
  ];
  if (rows.length === 0)
    return (
      <Card title={t`Topics side by side`}>
        <Empty title={t`No topics`}>
          <Trans>The compared mentions have no topic.</Trans>
        </Empty>
      </Card>
    );
  const drawn = rows.filter(({ volume }) => volume.reduce((sum, one) => sum + one, 0) >= MIN_MENTIONS);
  const series = parts.map((part, at) => {
    const column = names[at]!;
    return {
      name: part.mentions < MIN_SAMPLE ? t`${column} (small sample)` : column,
      values: drawn.map(({ share_pct, volume }) => (measure === "share" ? share_pct[at]! : volume[at]!)),
      n: drawn.map(({ volume }) => volume[at]!),
    };
  });
  const brand = by === "period" ? account.brands.find(({ id }) => id === parts[0]?.brand_id)?.label : undefined;
  return (
    <Figure
      title={t`Topics side by side`}
      note={`${measure === "share" ? t`Percentage of each column’s mentions` : t`Mentions`}${brand ? `; ${brand}` : ""}`}
      columns={columns}
      rows={rows}
      rowKey={({ topic }) => topic}
      chartSpec={
        drawn.length === 0
          ? undefined
          : {
              kind: "bars",
              unit: measure === "share" ? "percent" : "count",
              keys: drawn.map(({ topic }) => topic),
              series,
            }
      }
      addressAt={(key, at) => drawn[key] && parts[at] && behind.of(drawn[key].topic, parts[at])}
      question={{ operation: "trend-comparison", question: { ...question } }}
      window={meta}
      n={meta.mentions}
      isLowConfidence={meta.low_confidence}
      actions={
        <SelectOf
          label={t`Measure`}
          options={Object.entries(MEASURES).map(([value, label]) => ({ value: value as Measure, label }))}
          chosen={measure}
          onChange={(value) => set({ measure: value === "share" ? undefined : value })}
        />
      }
    />
  );
}
