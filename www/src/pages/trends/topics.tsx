// Cells and columns that the topic tables of the trends page share.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDownRight, ArrowRight, ArrowUpRight, CircleHelp, Sparkles } from "lucide-react";
import type { AccountAnswerOf } from "overheard";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Column } from "../../parts/DataTable.tsx";
import { Scored } from "../../parts/Marks.tsx";
import { type WithBasis, scoredOf } from "../../view/basis.ts";
import { isFilterable, type Filters } from "../../view/filters.ts";
import { useMentionsAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";

export type Trend = AccountAnswerOf["trends"]["data"][number] & WithBasis;
export type Emerging = AccountAnswerOf["emerging-trends"]["data"][number] & WithBasis;
export type TrendsMeta = AccountAnswerOf["trends"]["meta"];
type TopicRow = Pick<
  Trend,
  | "topic"
  | "volume"
  | "unique_videos"
  | "unique_channels"
  | "growth_pct"
  | "average_sentiment"
  | "baseline"
  | "known"
  | "standing"
> & { direction?: Trend["direction"] };

/**
 * Returns a function that builds the address of a topic's mentions. It returns undefined for names that a filter cannot
 * express.
 */
export function useTopicAddress(): (
  topic: string,
  narrower?: Filters & { from?: string; to?: string },
) => string | undefined {
  const address = useMentionsAddress();
  return (topic, narrower = {}) => (isFilterable(topic) ? address({ topic: [topic], ...narrower }) : undefined);
}

export const MaybeLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? children : <Link href={to}>{children}</Link>;

export const DIRECTIONS: Record<Trend["direction"], { label: string; icon: ReactNode }> = {
  new: { label: t`New`, icon: <Sparkles size={14} aria-hidden="true" /> },
  rising: { label: t`Rising`, icon: <ArrowUpRight size={14} aria-hidden="true" /> },
  stable: { label: t`Stable`, icon: <ArrowRight size={14} aria-hidden="true" /> },
  falling: { label: t`Falling`, icon: <ArrowDownRight size={14} aria-hidden="true" /> },
  unknown: { label: t`Not enough data`, icon: <CircleHelp size={14} aria-hidden="true" /> },
};

/** Returns true if a topic rises on too few mentions, videos or creators to be a trend. */
export const isSmallSample = ({ direction, standing }: Pick<TopicRow, "direction" | "standing">): boolean =>
  (direction === "new" || direction === "rising") && standing?.supported !== true;

/** Describes the direction of a topic, also for the CSV. */
export function directionOf(trend: Trend): string {
  const { label: direction } = DIRECTIONS[trend.direction];
  const { unique_videos: videos } = trend;
  return isSmallSample(trend) ? t`${direction}, ${plural(videos, { one: "# video", other: "# videos" })}` : direction;
}

/**
 * Mark for the direction of a topic. A small sample is not coloured as a gain, and a new topic only if it is emerging.
 */
export function Direction({ of: trend }: { of: Trend }) {
  const { direction, standing } = trend;
  if (isSmallSample(trend))
    return (
      <span className="direction small-sample" title={t`Small sample: fewer than 5 mentions, 3 videos or 3 creators`}>
        {directionOf(trend)}
      </span>
    );
  return (
    <span className={`direction ${direction === "new" && !standing?.emerging ? "small-sample" : direction}`}>
      {DIRECTIONS[direction].icon}
      {directionOf(trend)}
    </span>
  );
}

/** Formats a growth in percent. Small samples have no growth. */
function growth(trend: TopicRow, value: number | null) {
  if (isSmallSample(trend))
    return (
      <span className="soft">
        <Trans>Small sample</Trans>
      </span>
    );
  return value === null && trend.baseline.length > 0 ? t`New` : words.change(value);
}

const shareGrowth = ({ standing }: TopicRow): number | null => standing?.share_growth_pct ?? null;

/** Smallest maximum of the sparkline's scale, so that a single mention does not fill its height. */
const MIN_SCALE = 5;
const BAR = { width: 8, gap: 3, height: 22 };

/** Bars of the previous windows and the current one. The table also contains the numbers as text. */
export function Sparkline({ baseline, volume }: Pick<TopicRow, "baseline" | "volume">) {
  const values = [...baseline, volume];
  const list = values.join(", ");
  const highest = Math.max(MIN_SCALE, ...values);
  const width = values.length * (BAR.width + BAR.gap) - BAR.gap;
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={t`Mentions in periods of the same length: ${list}`}
      width={width}
      height={BAR.height + 1}
      viewBox={`0 0 ${width} ${BAR.height + 1}`}
    >
      {values.map((value, at) => {
        const height = Math.max(value > 0 ? 2 : 1, (BAR.height * value) / highest);
        return (
          <rect
            key={at}
            className={at === values.length - 1 ? "now" : undefined}
            x={at * (BAR.width + BAR.gap)}
            y={BAR.height + 1 - height}
            width={BAR.width}
            height={height}
            rx="1"
          />
        );
      })}
    </svg>
  );
}

/** Returns the columns that both topic tables share. */
export function useTopicColumns<T extends TopicRow>(): { first: Column<T>[]; last: Column<T>[] } {
  const behind = useTopicAddress();
  return {
    first: [
      {
        id: "topic",
        title: t`Topic`,
        value: ({ topic }) => topic,
        show: ({ topic }) => <MaybeLink to={behind(topic)}>{topic}</MaybeLink>,
      },
      {
        id: "mentions",
        title: t`Mentions`,
        isNumber: true,
        value: ({ volume }) => volume,
        show: ({ topic, volume }) => <MaybeLink to={behind(topic)}>{words.count(volume)}</MaybeLink>,
      },
      {
        id: "growth",
        title: t`Change`,
        isNumber: true,
        value: ({ growth_pct }) => growth_pct,
        show: (trend) => growth(trend, trend.growth_pct),
      },
      {
        id: "share-growth",
        title: t`Change of share`,
        isNumber: true,
        value: shareGrowth,
        show: (trend) => growth(trend, shareGrowth(trend)),
      },
      {
        id: "history",
        title: t`History`,
        value: ({ baseline, volume }) => [...baseline, volume].join(" "),
        show: (row) => <Sparkline {...row} />,
      },
    ],
    last: [
      {
        id: "tone",
        title: t`Average tone`,
        isNumber: true,
        value: ({ average_sentiment }) => average_sentiment,
        show: ({ average_sentiment, known }) => (
          <>
            {words.tone(average_sentiment)} {average_sentiment !== null && <Scored of={scoredOf({ known })} />}
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
      { id: "creators", title: t`Creators`, isNumber: true, value: ({ unique_channels }) => unique_channels },
    ],
  };
}

/** Explains why the numbers of trends are unreliable. */
export const lowConfidenceReason = ({ mentions, baseline_windows }: TrendsMeta): string =>
  baseline_windows < 2
    ? baseline_windows === 0
      ? t`The data has no complete previous period of this length, so the usual level is unknown. Choose a shorter period.`
      : t`The data has only one complete previous period of this length, so the usual level is unknown. Choose a shorter period.`
    : t`Based on only ${plural(mentions, { one: "# mention", other: "# mentions" })}. Read them before you quote the numbers.`;
