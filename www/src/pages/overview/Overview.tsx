// Overview: key figures, volume, share of voice, tone, emerging topics and the newest mentions.
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
  const ofLikes = `${sum(likes, known, "likes")} likes${isUnknown(known, "likes") ? "" : withKnown(knownNote(known, "likes"))}`;
  return [isUnknown(known, "comments") ? undefined : knownNote(known, "comments"), ofLikes].filter(Boolean).join("; ");
}

const withKnown = (text: string | undefined): string => (text === undefined ? "" : ` (${text})`);

export default function Overview() {
  const { window } = useView();
  const { account, limits } = useSession();
  const hasTrends = usePlanIncludes("trends");
  const address = useMentionsAddress();
  const { stats, change } = useMentionStats();
  const { sentiment, before, change: toneChange } = useSentiment();
  const moved = toneChange?.average;
  return (
    <>
      <PageHead title={account.name}>
        {words.days(window.from, window.to)}, compared with {words.days(window.before.from, window.before.to)}
      </PageHead>
      <SinceLastVisit />
      <Answer query={stats} skeleton={<StatsSkeleton count={5} />} isEmpty={({ totals }) => totals.mentions === 0}>
        {({ totals, per_day, meta, _meta: { known } = {} }) => (
          <Stats>
            <Stat
              label="Mentions"
              value={words.compact(totals.mentions)}
              change={words.change(change?.mentions)}
              note={`${per_day.toFixed(1)} a day`}
              to={address()}
              lowConfidence={meta.low_confidence}
            />
            <Stat
              label="Videos"
              value={words.compact(totals.unique_videos)}
              change={words.change(change?.unique_videos)}
              note={`by ${words.plural(totals.unique_channels, "creator")}`}
              to={address()}
            />
            <Stat
              label="Views"
              value={sum(totals.views, known, "views")}
              change={isUnknown(known, "views") ? undefined : words.change(change?.views)}
              note={knownNote(known, "views") ?? "of these videos"}
              to={address({ sort: "views" })}
            />
            <Stat
              label="Average tone"
              value={words.tone(totals.average_sentiment)}
              change={moved === undefined ? undefined : words.tone(moved)}
              direction={directionOf(moved, sentiment.data?.scored_mentions, before?.scored_mentions)}
              note={known && `n = ${words.count(known.scored_mentions)} scored`}
              to={address({ sort: "sentiment_score.asc" })}
              lowConfidence={known ? known.scored_mentions < MIN_SAMPLE : meta.low_confidence}
            />
            <Stat
              label="Comments"
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
