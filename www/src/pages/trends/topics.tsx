// Cells and columns that the topic tables of the trends page share.
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
  new: { label: "New", icon: <Sparkles size={14} aria-hidden="true" /> },
  rising: { label: "Rising", icon: <ArrowUpRight size={14} aria-hidden="true" /> },
  stable: { label: "Stable", icon: <ArrowRight size={14} aria-hidden="true" /> },
  falling: { label: "Falling", icon: <ArrowDownRight size={14} aria-hidden="true" /> },
  unknown: { label: "Not enough data", icon: <CircleHelp size={14} aria-hidden="true" /> },
};

/** Returns true if a topic rises on too few mentions, videos or creators to be a trend. */
export const isSmallSample = ({ direction, standing }: Pick<TopicRow, "direction" | "standing">): boolean =>
  (direction === "new" || direction === "rising") && standing?.supported !== true;

/** Describes the direction of a topic, also for the CSV. */
export const directionOf = (trend: Trend): string =>
  isSmallSample(trend)
    ? `${DIRECTIONS[trend.direction].label}, ${words.plural(trend.unique_videos, "video")}`
    : DIRECTIONS[trend.direction].label;

/**
 * Mark for the direction of a topic. A small sample is not coloured as a gain, and a new topic only if it is emerging.
 */
export function Direction({ of: trend }: { of: Trend }) {
  const { direction, standing } = trend;
  if (isSmallSample(trend))
    return (
      <span className="direction small-sample" title="Small sample: fewer than 5 mentions, 3 videos or 3 creators">
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
  if (isSmallSample(trend)) return <span className="soft">Small sample</span>;
  return value === null && trend.baseline.length > 0 ? "New" : words.change(value);
}

const shareGrowth = ({ standing }: TopicRow): number | null => standing?.share_growth_pct ?? null;

/** Smallest maximum of the sparkline's scale, so that a single mention does not fill its height. */
const MIN_SCALE = 5;
const BAR = { width: 8, gap: 3, height: 22 };

/** Bars of the previous windows and the current one. The table also contains the numbers as text. */
export function Sparkline({ baseline, volume }: Pick<TopicRow, "baseline" | "volume">) {
  const values = [...baseline, volume];
  const highest = Math.max(MIN_SCALE, ...values);
  const width = values.length * (BAR.width + BAR.gap) - BAR.gap;
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={`Mentions in periods of the same length: ${values.join(", ")}`}
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
        title: "Topic",
        value: ({ topic }) => topic,
        show: ({ topic }) => <MaybeLink to={behind(topic)}>{topic}</MaybeLink>,
      },
      {
        id: "mentions",
        title: "Mentions",
        isNumber: true,
        value: ({ volume }) => volume,
        show: ({ topic, volume }) => <MaybeLink to={behind(topic)}>{words.count(volume)}</MaybeLink>,
      },
      {
        id: "growth",
        title: "Change",
        isNumber: true,
        value: ({ growth_pct }) => growth_pct,
        show: (trend) => growth(trend, trend.growth_pct),
      },
      {
        id: "share-growth",
        title: "Change of share",
        isNumber: true,
        value: shareGrowth,
        show: (trend) => growth(trend, shareGrowth(trend)),
      },
      {
        id: "history",
        title: "History",
        value: ({ baseline, volume }) => [...baseline, volume].join(" "),
        show: (row) => <Sparkline {...row} />,
      },
    ],
    last: [
      {
        id: "tone",
        title: "Average tone",
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
        title: "Scored mentions",
        isNumber: true,
        isExtra: true,
        value: ({ known }) => scoredOf({ known }) ?? null,
      },
      { id: "creators", title: "Creators", isNumber: true, value: ({ unique_channels }) => unique_channels },
    ],
  };
}

/** Explains why the numbers of trends are unreliable. */
export const lowConfidenceReason = ({ mentions, baseline_windows }: TrendsMeta): string =>
  baseline_windows < 2
    ? `The data has ${baseline_windows === 0 ? "no complete previous period" : "only one complete previous period"} of this length, so the usual level is unknown. Choose a shorter period.`
    : `Based on only ${words.plural(mentions, "mention")}. Read them before you quote the numbers.`;
