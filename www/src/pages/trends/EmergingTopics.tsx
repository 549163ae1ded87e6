// Emerging topics: far more frequent than in the previous windows, in several videos, by several creators.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
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
import { type Emerging, type TrendsMeta, useTopicColumns, lowConfidenceReason } from "./topics.tsx";

/** Minimum evidence for an emerging topic: the published defaults, or stricter values. */
const SIGNS = {
  usual: { label: t`Standard evidence`, criteria: {} },
  strong: { label: t`Strong evidence only`, criteria: { min_support: 10, min_videos: 8, min_channels: 8, min_z: 3 } },
} as const;
type Signs = keyof typeof SIGNS;

const STAGES: Record<Emerging["stage"], string> = { new: t`New`, breakout: t`Breakout`, rising: t`Rising` };

export function EmergingTopics() {
  const { question, window, setWindow } = useView();
  const { params, set } = useAddress();
  const signsParam = params.get("signs") as Signs | null;
  const signs: Signs = signsParam && signsParam in SIGNS ? signsParam : "usual";
  const request = { ...question, ...SIGNS[signs].criteria, limit: 20 };
  const emerging = useQuery({ ...apiQueries.emergingTrends(request), placeholderData: keepPreviousData });
  const { first, last } = useTopicColumns<Emerging>();
  const actions = (
    <SelectOf
      label={t`Evidence`}
      options={Object.entries(SIGNS).map(([value, { label }]) => ({ value: value as Signs, label }))}
      chosen={signs}
      onChange={(value) => set({ signs: value === "usual" ? undefined : value })}
    />
  );
  const columns: Column<Emerging>[] = [
    ...first,
    { id: "stage", title: t`Stage`, value: ({ stage }) => STAGES[stage] },
    {
      id: "first",
      title: t`First seen`,
      value: ({ first_seen }) => first_seen,
      show: ({ first_seen }) => (first_seen === null ? words.NOTHING : words.day(first_seen)),
    },
    ...last,
  ];
  const remedies = (
    <>
      {signs !== "usual" && (
        <Button onPress={() => set({ signs: undefined })}>
          <Trans>Show standard evidence</Trans>
        </Button>
      )}
      {window.preset !== "90d" && (
        <Button onPress={() => setWindow({ preset: "90d" })}>
          <Trans>Show 90 days</Trans>
        </Button>
      )}
    </>
  );
  const none = ({ baseline_windows }: TrendsMeta) => (
    <Card title={t`Emerging topics`} actions={actions}>
      <Empty title={t`No emerging topics`} actions={remedies}>
        {baseline_windows < 2
          ? t`A usual level takes two previous periods of this length, and the data does not go back that far. Choose a shorter period.`
          : t`No topic grew enough in this period to count as emerging.`}
      </Empty>
    </Card>
  );
  return (
    <div className="span-12 cell">
      <Answer query={emerging} skeleton={<Skeleton height={300} />}>
        {({ data, criteria, meta, _meta }) =>
          data.length === 0 ? (
            none(meta)
          ) : (
            <Figure
              title={t`Emerging topics`}
              note={criteriaNote(criteria)}
              columns={columns}
              rows={withBasis(data, { _meta })}
              rowKey={({ topic }) => topic}
              question={{ operation: "emerging-trends", question: request }}
              window={meta}
              n={meta.mentions}
              isLowConfidence={meta.low_confidence}
              lowConfidenceReason={lowConfidenceReason(meta)}
              actions={actions}
            />
          )
        }
      </Answer>
    </div>
  );
}

/** Describes the criteria of emerging topics. */
function criteriaNote({
  min_support: mentions,
  min_videos: videos,
  min_channels: creators,
}: AccountAnswerOf["emerging-trends"]["criteria"]): string {
  return t`Mentioned far more than in previous periods: at least ${mentions} mentions in ${videos} videos by ${creators} creators`;
}
