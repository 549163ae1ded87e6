// Topics of the period with their changes, in a selectable order.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
import {
  Direction,
  directionOf,
  DIRECTIONS,
  type Trend,
  type TrendsMeta,
  useTopicColumns,
  lowConfidenceReason,
} from "./topics.tsx";

const ORDERS = {
  volume: t`Most mentions`,
  growth: t`Largest growth`,
  z_score: t`Most unusual`,
  score: t`Largest gain in share`,
} as const;
type Order = keyof typeof ORDERS;

/** Messages for a period without topics of a direction. */
const NONE_OF: Record<Trend["direction"], string> = {
  new: t`No topic of this period is new.`,
  rising: t`No topic of this period is rising.`,
  stable: t`No topic of this period is stable.`,
  falling: t`No topic of this period is falling.`,
  unknown: t`No topic of this period has too little data.`,
};
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
    { id: "direction", title: t`Direction`, value: directionOf, show: (trend) => <Direction of={trend} /> },
    {
      id: "share",
      title: t`Share of mentions`,
      isNumber: true,
      value: ({ share_pct }) => share_pct,
      show: ({ share_pct }) => words.percent(share_pct),
    },
    {
      id: "z",
      title: t`Deviation (z-score)`,
      isNumber: true,
      value: ({ z_score }) => z_score,
      show: ({ z_score }) => words.tone(z_score),
    },
    ...last,
    { id: "videos", title: t`Videos`, isNumber: true, value: ({ unique_videos }) => unique_videos },
  ];
  const actions = (
    <>
      <SelectOf
        label={t`Direction`}
        options={[
          { value: "", label: t`Any direction` },
          ...Object.entries(DIRECTIONS).map(([value, { label }]) => ({ value, label })),
        ]}
        chosen={moving ?? ""}
        onChange={(value) => set({ direction: value || undefined })}
      />
      <SelectOf
        label={t`Order`}
        options={Object.entries(ORDERS).map(([value, label]) => ({ value: value as Order, label }))}
        chosen={sort}
        onChange={(value) => set({ order: value === "volume" ? undefined : value })}
      />
    </>
  );
  const none = (
    <Card title={t`All topics`} actions={actions}>
      <Empty
        title={t`No matching topics`}
        actions={
          moving && (
            <Button onPress={() => set({ direction: undefined })}>
              <Trans>Show all directions</Trans>
            </Button>
          )
        }
      >
        {moving ? NONE_OF[moving] : t`The mentions of this period have no topic.`}
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
            title={t`All topics`}
            note={countNote(data.length, meta)}
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
              <Trans>
                Change compares with the previous period. Change of share compares the topic’s share of all mentions:
                (c₀ / n₀ − c₁ / n₁) / (c₁ / n₁). It is 0 % if a topic grows only as much as all mentions. A small sample
                has fewer than 5 mentions, 3 videos or 3 creators and is not called a trend. The deviation (z-score) is
                the number of standard deviations between this period and the usual level of the previous ones. A topic
                rises from 1.5 and falls from −1.5.
              </Trans>
            </p>
          </Figure>
        )}
      </Answer>
    </div>
  );
}

/** Describes how many topics are shown and what they are compared with. */
function countNote(topics: number, { baseline_windows: periods, window_days: days }: TrendsMeta): string {
  return topics === LIMIT
    ? t`First ${plural(topics, { one: "# topic", other: "# topics" })}, compared with ${plural(periods, { one: "# previous period", other: "# previous periods" })} of ${plural(days, { one: "# day", other: "# days" })}`
    : t`${plural(topics, { one: "# topic", other: "# topics" })}, compared with ${plural(periods, { one: "# previous period", other: "# previous periods" })} of ${plural(days, { one: "# day", other: "# days" })}`;
}
