// Overview: key figures, volume, share of voice, tone, emerging topics and the newest mentions.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { usePlanIncludes, useSession } from "../../data/session.ts";
import { PageHead } from "../../parts/Card.tsx";
import { MIN_SAMPLE } from "../../parts/Marks.tsx";
import { directionOf, Stat, Stats, StatsSkeleton } from "../../parts/Stat.tsx";
import { Answer } from "../../parts/States.tsx";
import { isUnknown, type KnownCounts, knownNote, sum } from "../../view/basis.ts";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { useSentiment } from "../sentiment/sentiment.ts";
import { ToneTimeline } from "../sentiment/ToneTimeline.tsx";
import { Emerging } from "./Emerging.tsx";
import { useMentionStats } from "./mention-stats.ts";
import { Newest } from "./Newest.tsx";
import { ShareOfVoice } from "./ShareOfVoice.tsx";
import { SinceLastVisit } from "./SinceLastVisit.tsx";
import { Volume } from "./Volume.tsx";

/** Returns the note of the comments figure: the number of videos with known comments, and the likes. */
function reactions(likes: number, known: KnownCounts | undefined): string {
  return [isUnknown(known, "comments") ? undefined : knownNote(known, "comments"), likesText(likes, known)]
    .filter(Boolean)
    .join("; ");
}

function likesText(likes: number, known: KnownCounts | undefined): string {
  if (isUnknown(known, "likes")) return t`unknown likes`;
  const number = sum(likes, known, "likes");
  const note = knownNote(known, "likes");
  return note === undefined ? t`${number} likes` : t`${number} likes (${note})`;
}

const perDayText = (mentions: string) => t`${mentions} a day`;

const creatorsText = (creators: number) => t`by ${plural(creators, { one: "# creator", other: "# creators" })}`;

const scoredText = (mentions: string) => t`n = ${mentions} scored`;

export default function Overview() {
  const { window } = useView();
  const { account, limits } = useSession();
  const hasTrends = usePlanIncludes("trends");
  const address = useMentionsAddress();
  const { stats, change } = useMentionStats();
  const { sentiment, before, change: toneChange } = useSentiment();
  const moved = toneChange?.average;
  const days = words.days(window.from, window.to);
  const daysBefore = words.days(window.before.from, window.before.to);
  return (
    <>
      <PageHead title={account.name}>
        <Trans>
          {days}, compared with {daysBefore}
        </Trans>
      </PageHead>
      <SinceLastVisit />
      <Answer query={stats} skeleton={<StatsSkeleton count={5} />} isEmpty={({ totals }) => totals.mentions === 0}>
        {({ totals, per_day, meta, _meta: { known } = {} }) => (
          <Stats>
            <Stat
              label={t`Mentions`}
              value={words.compact(totals.mentions)}
              change={words.change(change?.mentions)}
              note={perDayText(words.decimal(per_day, 1))}
              to={address()}
              lowConfidence={meta.low_confidence}
            />
            <Stat
              label={t`Videos`}
              value={words.compact(totals.unique_videos)}
              change={words.change(change?.unique_videos)}
              note={creatorsText(totals.unique_channels)}
              to={address()}
            />
            <Stat
              label={t`Views`}
              value={sum(totals.views, known, "views")}
              change={isUnknown(known, "views") ? undefined : words.change(change?.views)}
              note={knownNote(known, "views") ?? t`of these videos`}
              to={address({ sort: "views" })}
            />
            <Stat
              label={t`Average tone`}
              value={words.tone(totals.average_sentiment)}
              change={moved === undefined ? undefined : words.tone(moved)}
              direction={directionOf(moved, sentiment.data?.scored_mentions, before?.scored_mentions)}
              note={known && scoredText(words.count(known.scored_mentions))}
              to={address({ sort: "sentiment_score.asc" })}
              lowConfidence={known ? known.scored_mentions < MIN_SAMPLE : meta.low_confidence}
            />
            <Stat
              label={t`Comments`}
              value={sum(totals.comments, known, "comments")}
              note={reactions(totals.likes, known)}
              to={address({ sort: "views" })}
            />
          </Stats>
        )}
      </Answer>
      {stats.data?.totals.mentions !== 0 && (
        <div className="grid">
          <Volume />
          {limits.data && <ShareOfVoice />}
          <ToneTimeline />
          {hasTrends && <Emerging />}
          <Newest />
        </div>
      )}
    </>
  );
}
