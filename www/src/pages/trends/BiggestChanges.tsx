// Topics whose number of mentions changed most against the previous window.
import { plural, t } from "@lingui/core/macro";
import type { AccountAnswerOf, ResultMeta } from "overheard";
import { Figure } from "../../charts/Figure.tsx";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Empty } from "../../parts/States.tsx";
import { withBasis } from "../../view/basis.ts";
import * as words from "../../view/words.ts";
import { MaybeLink, type Trend, useTopicAddress, lowConfidenceReason } from "./topics.tsx";

const MAX_ROWS = 12;
/** Minimum number of mentions in the larger of both windows. Smaller numbers change by chance. */
const MIN_MENTIONS = 5;
/** Minimum change in mentions. A single mention is not a change. */
const MIN_CHANGE = 2;

interface Row extends Trend {
  before: number;
  moved: number;
}

export function BiggestChanges({
  trends: { data, meta, _meta },
  question,
}: {
  trends: AccountAnswerOf["trends"] & { _meta?: ResultMeta };
  question: Record<string, unknown>;
}) {
  const behind = useTopicAddress();
  const { window_days: days } = meta;
  const rows = withBasis(data, { _meta })
    .flatMap((trend): Row[] => {
      const before = trend.baseline.at(-1);
      return before === undefined ? [] : [{ ...trend, before, moved: trend.volume - before }];
    })
    .filter(
      ({ before, volume, moved, standing }) =>
        (moved < 0 || standing?.supported === true) &&
        Math.abs(moved) >= MIN_CHANGE &&
        Math.max(before, volume) >= MIN_MENTIONS,
    )
    .sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved))
    .slice(0, MAX_ROWS)
    .sort((a, b) => b.moved - a.moved);
  if (rows.length === 0)
    return (
      <Card title={t`Biggest changes`}>
        <Empty title={t`No changes`}>
          {data.length === 0 || data[0]!.baseline.length === 0
            ? t`The data has no previous period.`
            : t`No topic with at least ${MIN_MENTIONS} mentions clearly gained or lost compared with the previous period. Gains need 3 videos by 3 creators.`}
        </Empty>
      </Card>
    );
  const columns: Column<Row>[] = [
    {
      id: "topic",
      title: t`Topic`,
      value: ({ topic }) => topic,
      show: ({ topic }) => <MaybeLink to={behind(topic)}>{topic}</MaybeLink>,
    },
    {
      id: "moved",
      title: t`Change in mentions`,
      isNumber: true,
      value: ({ moved }) => moved,
      show: ({ moved }) => signed(moved),
    },
    {
      id: "share",
      title: t`Change of share`,
      isNumber: true,
      value: ({ standing }) => standing?.share_growth_pct ?? null,
      show: ({ standing }) => words.change(standing?.share_growth_pct),
    },
    {
      id: "now",
      title: t`Mentions`,
      isNumber: true,
      value: ({ volume }) => volume,
      show: ({ topic, volume }) => <MaybeLink to={behind(topic)}>{words.count(volume)}</MaybeLink>,
    },
    { id: "before", title: t`Previous period`, isNumber: true, value: ({ before }) => before },
  ];
  return (
    <Figure
      title={t`Biggest changes`}
      note={t`Change in mentions from the previous ${plural(days, { one: "# day", other: "# days" })}; gains in at least 3 videos by 3 creators`}
      columns={columns}
      rows={rows}
      rowKey={({ topic }) => topic}
      chartSpec={
        rows.length < 2
          ? undefined
          : {
              kind: "bars",
              unit: "count",
              keys: rows.map(({ topic }) => topic),
              series: [
                {
                  name: t`Change in mentions`,
                  values: rows.map(({ moved }) => moved),
                  n: rows.map(({ volume }) => volume),
                },
              ],
              height: 48 + 26 * rows.length,
            }
      }
      addressAt={(key) => rows[key] && behind(rows[key].topic)}
      question={{ operation: "trends", question }}
      window={meta}
      n={meta.mentions}
      isLowConfidence={meta.low_confidence}
      lowConfidenceReason={lowConfidenceReason(meta)}
    />
  );
}

const signed = (value: number) => (value > 0 ? `+${words.count(value)}` : words.count(value).replace("-", "−"));
