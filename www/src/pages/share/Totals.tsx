// Shares of the whole period, compared with the baseline.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SectorResult } from "overheard";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import type { Question } from "../../data/requests.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { LowConfidence, SumOfKnown } from "../../parts/Marks.tsx";
import { isUnknown, sumValue } from "../../view/basis.ts";
import { useMentionsAddress } from "../../view/view.ts";
import type { Baseline } from "../../view/window.ts";
import * as words from "../../view/words.ts";
import { isSparse, rivalLabel, type Voice, sparseReason } from "./brands.ts";

interface Row extends Voice {
  videos: number;
  reach: number;
  /** Share of videos in the baseline; null if there was no data then. */
  videosBefore: number | null;
  /** Change against the baseline in percentage points; null if there was no data then. */
  videosMoved: number | null;
  reachMoved: number | null;
}

/** Minimum number of videos for a bar. */
const MIN_VIDEOS = 3;

/** Names of the series of the baseline. */
const BEFORE: Record<Baseline, string> = {
  previous: t`Share of videos, previous period`,
  year: t`Share of videos, same period a year ago`,
};

type Brands = Pick<Voice, "label" | "totals">[];
const sum = (brands: Brands, of: "unique_videos" | "views") => brands.reduce((all, { totals }) => all + totals[of], 0);
const share = (part: number, all: number) => (all === 0 ? 0 : (100 * part) / all);

function rowsOf(voices: Voice[], before: SectorResult | undefined): Row[] {
  const then = new Map(before?.brands.map((brand) => [brand.label, brand.totals]));
  const shares = (of: "unique_videos" | "views") => {
    const [all, allBefore] = [sum(voices, of), sum(before?.brands ?? [], of)];
    return ({ label, totals }: Voice) => {
      const now = share(totals[of], all);
      const earlier = then.get(label);
      const before = earlier === undefined || allBefore === 0 ? null : share(earlier[of], allBefore);
      return { now, before, moved: before === null ? null : now - before };
    };
  };
  const [videos, views] = [shares("unique_videos"), shares("views")];
  return voices.map((voice) => ({
    ...voice,
    videos: videos(voice).now,
    videosBefore: videos(voice).before,
    videosMoved: videos(voice).moved,
    reach: views(voice).now,
    reachMoved: views(voice).moved,
  }));
}

/** Returns the share of views of a brand, or null if the views of none of its videos are known. */
const reachOf = ({ reach, known }: Row): number | null => (isUnknown(known, "views") ? null : reach);

/** Returns the label of a brand with its marks: rival, small sample. */
function labelWithMarks(row: Row): string {
  if (!isSparse(row)) return rivalLabel(row);
  const { label, isOwn } = row;
  return isOwn ? t`${label} (small sample)` : t`${label} (rival, small sample)`;
}

/** Formats percentage points with their sign. */
function points(value: number | null): string {
  const change = words.change(value);
  const number = change.replace(/\s%$/, "");
  return number === change ? change : t`${number} pts`;
}
const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(2)));

export function Totals({
  voices,
  before,
  baseline,
  window,
  question,
}: {
  voices: Voice[];
  before: SectorResult | undefined;
  baseline: Baseline;
  window: { from: string; to: string };
  question: Question;
}) {
  const address = useMentionsAddress();
  const rows = rowsOf(voices, before);
  const behind = ({ id }: Voice) => (id === undefined ? undefined : address({ brand: [id] }));
  const linked = (row: Row, text: string) => (behind(row) ? <Link href={behind(row)!}>{text}</Link> : text);
  const columns: Column<Row>[] = [
    {
      id: "brand",
      title: t`Brand`,
      value: rivalLabel,
      show: (row) => (
        <>
          {linked(row, row.label)}
          {!row.isOwn && (
            <span className="soft">
              {" "}
              <Trans>rival</Trans>
            </span>
          )}
        </>
      ),
    },
    {
      id: "videos_share",
      title: t`Share of videos`,
      isNumber: true,
      value: ({ videos }) => rounded(videos),
      show: (row) => (
        <>
          {isSparse(row) && <LowConfidence reason={sparseReason(row)} />} {words.percent(row.videos)}
        </>
      ),
    },
    {
      id: "videos_moved",
      title: t`Change (videos)`,
      isNumber: true,
      value: ({ videosMoved }) => rounded(videosMoved),
      show: ({ videosMoved }) => points(videosMoved),
    },
    {
      id: "reach_share",
      title: t`Share of views`,
      isNumber: true,
      value: (row) => rounded(reachOf(row)),
      show: (row) => (reachOf(row) === null ? words.UNKNOWN : words.percent(row.reach)),
    },
    {
      id: "reach_moved",
      title: t`Change (views)`,
      isNumber: true,
      value: ({ reachMoved }) => rounded(reachMoved),
      show: ({ reachMoved }) => points(reachMoved),
    },
    {
      id: "videos",
      title: t`Videos`,
      isNumber: true,
      value: ({ totals }) => totals.unique_videos,
      show: (row) => linked(row, words.count(row.totals.unique_videos)),
    },
    {
      id: "mentions",
      title: t`Times named`,
      isNumber: true,
      value: ({ series }) => series.reduce((all, { mentions }) => all + mentions, 0),
    },
    {
      id: "views",
      title: t`Views`,
      isNumber: true,
      value: ({ totals, known }) => sumValue(totals.views, known, "views"),
      show: ({ totals, known }) => <SumOfKnown value={totals.views} known={known} of="views" />,
    },
    { id: "coverage", title: t`Coverage`, value: ({ coverage }) => (coverage === "low" ? t`low` : t`good`) },
  ];
  const drawn = rows.filter(({ totals }) => totals.unique_videos >= MIN_VIDEOS);
  const hasBefore = drawn.some(({ videosBefore }) => videosBefore !== null);
  const isCut = rows.some(({ totals: { unique_videos } }) => unique_videos > 0 && unique_videos < MIN_VIDEOS);
  return (
    <Figure
      title={t`Share of voice`}
      note={
        isCut
          ? t`Share of brands shown, over the whole period. Brands with fewer than ${MIN_VIDEOS} videos are only in the table`
          : t`Share of brands shown, over the whole period`
      }
      columns={columns}
      rows={rows}
      rowKey={({ label }) => label}
      chartSpec={
        drawn.length < 2
          ? undefined
          : {
              kind: "bars",
              unit: "percent",
              nUnit: "videos",
              keys: drawn.map(labelWithMarks),
              series: [
                {
                  name: t`Share of videos`,
                  values: drawn.map(({ videos }) => rounded(videos)),
                  n: drawn.map(({ totals }) => totals.unique_videos),
                  colour: "chart-5",
                },
                ...(hasBefore
                  ? [
                      {
                        name: BEFORE[baseline],
                        isBefore: true,
                        values: drawn.map(({ videosBefore }) => rounded(videosBefore)),
                      },
                    ]
                  : []),
                {
                  name: t`Share of views`,
                  colour: "chart-6",
                  values: drawn.map((row) => rounded(reachOf(row))),
                  n: drawn.map(({ totals }) => totals.unique_videos),
                },
              ],
            }
      }
      addressAt={(key) => drawn[key] && behind(drawn[key])}
      question={question}
      window={window}
      n={sum(voices, "unique_videos")}
      nUnit="videos"
    />
  );
}
