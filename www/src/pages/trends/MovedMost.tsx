// Topics whose number of mentions changed most against the previous window.
import type { AccountAnswerOf, ResultMeta } from "overheard";
import { Figure } from "../../charts/Figure.tsx";
import type { Series } from "../../charts/picture.ts";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Empty } from "../../parts/States.tsx";
import { based } from "../../view/basis.ts";
import * as words from "../../view/words.ts";
import { Linked, type Trend, useTopicAddress, whyLow } from "./topics.tsx";

const DRAWN = 12;
/** Minimum number of mentions in the larger of both windows. Smaller numbers change by chance. */
const LEAST = 5;
/** Minimum change in mentions. A single mention is not a change. */
const LEAST_MOVED = 2;

interface Row extends Trend {
  before: number;
  moved: number;
}

export function MovedMost({
  trends: { data, meta, _meta },
  question,
}: {
  trends: AccountAnswerOf["trends"] & { _meta?: ResultMeta };
  question: Record<string, unknown>;
}) {
  const behind = useTopicAddress();
  const rows = based(data, { _meta })
    .flatMap((trend): Row[] => {
      const before = trend.baseline.at(-1);
      return before === undefined ? [] : [{ ...trend, before, moved: trend.volume - before }];
    })
    .filter(
      ({ before, volume, moved, standing }) =>
        (moved < 0 || standing?.supported === true) &&
        Math.abs(moved) >= LEAST_MOVED &&
        Math.max(before, volume) >= LEAST,
    )
    .sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved))
    .slice(0, DRAWN)
    .sort((a, b) => b.moved - a.moved);
  if (rows.length === 0)
    return (
      <Card title="What moved most">
        <Empty title="Nothing moved">
          {data.length === 0 || data[0]!.baseline.length === 0
            ? "There is no window before this one in the data."
            : `No topic with at least ${LEAST} mentions, and if it gains in 3 videos by 3 creators, has clearly more or fewer of them than in the window before.`}
        </Empty>
      </Card>
    );
  const columns: Column<Row>[] = [
    {
      id: "topic",
      title: "Topic",
      value: ({ topic }) => topic,
      show: ({ topic }) => <Linked to={behind(topic)}>{topic}</Linked>,
    },
    {
      id: "moved",
      title: "More or fewer mentions",
      isNumber: true,
      value: ({ moved }) => moved,
      show: ({ moved }) => signed(moved),
    },
    {
      id: "share",
      title: "Change of share",
      isNumber: true,
      value: ({ standing }) => standing?.share_growth_pct ?? null,
      show: ({ standing }) => words.change(standing?.share_growth_pct),
    },
    {
      id: "now",
      title: "Mentions",
      isNumber: true,
      value: ({ volume }) => volume,
      show: ({ topic, volume }) => <Linked to={behind(topic)}>{words.count(volume)}</Linked>,
    },
    { id: "before", title: "Before", isNumber: true, value: ({ before }) => before },
  ];
  const part = (name: string, colour: string, isIn: (row: Row) => boolean): Series => ({
    name,
    colour,
    values: rows.map((row) => (isIn(row) ? row.moved : null)),
    n: rows.map((row) => (isIn(row) ? row.volume : null)),
  });
  const series = [
    part("More than before", "chart-1", ({ moved }) => moved > 0),
    part("Fewer than before", "chart-2", ({ moved }) => moved < 0),
  ].filter(({ values }) => values.some((value) => value !== null));
  return (
    <Figure
      title="What moved most"
      note={`Mentions more or fewer than in the ${words.plural(meta.window_days, "day")} before; gains in at least 3 videos by 3 creators`}
      columns={columns}
      rows={rows}
      rowKey={({ topic }) => topic}
      picture={
        rows.length < 2
          ? undefined
          : {
              kind: "bars",
              unit: "count",
              isStacked: true,
              keys: rows.map(({ topic }) => topic),
              series,
              height: 48 + 26 * rows.length,
            }
      }
      addressAt={(key) => rows[key] && behind(rows[key].topic)}
      question={{ operation: "trends", question }}
      window={meta}
      n={meta.mentions}
      isLowConfidence={meta.low_confidence}
      whyLow={whyLow(meta)}
    />
  );
}

const signed = (value: number) => (value > 0 ? `+${words.count(value)}` : words.count(value).replace("-", "−"));
