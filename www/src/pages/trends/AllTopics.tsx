// Topics of the period with their changes, in a selectable order.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Figure } from "../../charts/Figure.tsx";
import { apiQueries } from "../../data/client.ts";
import { Button } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { Answer, Empty, Skeleton } from "../../parts/States.tsx";
import { withBasis } from "../../view/basis.ts";
import { useAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { Direction, directionOf, DIRECTIONS, type Trend, useTopicColumns, lowConfidenceReason } from "./topics.tsx";

const ORDERS = {
  volume: "Most mentions",
  growth: "Largest growth",
  z_score: "Most unusual",
  score: "Largest gain in share",
} as const;
type Order = keyof typeof ORDERS;
export const LIMIT = 50;

export function AllTopics() {
  const { question } = useView();
  const { params, set } = useAddress();
  const [order, direction] = [
    params.get("order") as Order | null,
    params.get("direction") as Trend["direction"] | null,
  ];
  const sort: Order = order && order in ORDERS ? order : "volume";
  const moving = direction && direction in DIRECTIONS ? direction : undefined;
  const request = { ...question, sort, direction: moving, limit: LIMIT };
  const trends = useQuery({ ...apiQueries.trends(request), placeholderData: keepPreviousData });
  const { first, last } = useTopicColumns<Trend>();
  const columns: Column<Trend>[] = [
    ...first,
    { id: "direction", title: "Direction", value: directionOf, show: (trend) => <Direction of={trend} /> },
    {
      id: "share",
      title: "Share of mentions",
      isNumber: true,
      value: ({ share_pct }) => share_pct,
      show: ({ share_pct }) => words.percent(share_pct),
    },
    {
      id: "z",
      title: "Deviation (z-score)",
      isNumber: true,
      value: ({ z_score }) => z_score,
      show: ({ z_score }) => words.tone(z_score),
    },
    ...last,
    { id: "videos", title: "Videos", isNumber: true, value: ({ unique_videos }) => unique_videos },
  ];
  const actions = (
    <>
      <SelectOf
        label="Direction"
        options={[
          { value: "", label: "Any direction" },
          ...Object.entries(DIRECTIONS).map(([value, { label }]) => ({ value, label })),
        ]}
        chosen={moving ?? ""}
        onChange={(value) => set({ direction: value || undefined })}
      />
      <SelectOf
        label="Order"
        options={Object.entries(ORDERS).map(([value, label]) => ({ value: value as Order, label }))}
        chosen={sort}
        onChange={(value) => set({ order: value === "volume" ? undefined : value })}
      />
    </>
  );
  const none = (
    <Card title="All topics" actions={actions}>
      <Empty
        title="No matching topics"
        actions={moving && <Button onPress={() => set({ direction: undefined })}>Show all directions</Button>}
      >
        {moving
          ? `No topic of this period is ${DIRECTIONS[moving].label.toLowerCase()}.`
          : "The mentions of this period have no topic."}
      </Empty>
    </Card>
  );
  return (
    <div className="span-12 cell">
      <Answer
        query={trends}
        skeleton={<Skeleton height={560} />}
        isEmpty={({ data }) => data.length === 0}
        empty={none}
      >
        {({ data, meta, _meta }) => (
          <Figure
            title="All topics"
            note={`${data.length === LIMIT ? "First " : ""}${words.plural(data.length, "topic")}, compared with ${words.plural(meta.baseline_windows, "previous period")} of ${words.plural(meta.window_days, "day")}`}
            columns={columns}
            rows={withBasis(data, { _meta })}
            rowKey={({ topic }) => topic}
            question={{ operation: "trends", question: request }}
            window={meta}
            n={meta.mentions}
            isLowConfidence={meta.low_confidence}
            lowConfidenceReason={lowConfidenceReason(meta)}
            actions={actions}
          >
            <p className="small soft">
              Change compares with the previous period. Change of share compares the topic’s share of all mentions: (c₀
              / n₀ − c₁ / n₁) / (c₁ / n₁). It is 0 % if a topic grows only as much as all mentions. A small sample has
              fewer than 5 mentions, 3 videos or 3 creators and is not called a trend. The deviation (z-score) is the
              number of standard deviations between this period and the usual level of the previous ones. A topic rises
              from 1.5 and falls from −1.5.
            </p>
          </Figure>
        )}
      </Answer>
    </div>
  );
}
