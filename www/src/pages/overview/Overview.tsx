// What happened to the brands: how much is said, in which tone, what share that is, what comes up, and what is new.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../data/client.ts";
import { usePlanHas, useSession } from "../../data/session.ts";
import { PageHead } from "../../parts/Card.tsx";
import { directionOf, Stat, Stats, StatsSkeleton } from "../../parts/Stat.tsx";
import { Answer } from "../../parts/States.tsx";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { ToneTimeline } from "../sentiment/ToneTimeline.tsx";
import { Emerging } from "./Emerging.tsx";
import { Newest } from "./Newest.tsx";
import { ShareOfVoice } from "./ShareOfVoice.tsx";
import { SinceLastVisit } from "./SinceLastVisit.tsx";
import { Volume } from "./Volume.tsx";

export default function Overview() {
  const { question, window } = useView();
  const { account, limits } = useSession();
  const hasTrends = usePlanHas("trends");
  const address = useMentionsAddress();
  const stats = useQuery({ ...ask.mentionStats(question), placeholderData: keepPreviousData });
  // A tone lies on a scale with a middle: it moves by points, and not by percent.
  const tone = useQuery({ ...ask.sentiment(question), placeholderData: keepPreviousData });
  const moved = tone.data?.change.average;
  return (
    <>
      <PageHead title={account.name}>{words.days(window.from, window.to)}, against {words.days(window.before.from, window.before.to)}</PageHead>
      <SinceLastVisit />
      <Answer query={stats} skeleton={<StatsSkeleton count={5} />} isEmpty={({ totals }) => totals.mentions === 0}>
        {({ totals, change_pct, per_day, meta }) => (
          <Stats>
            <Stat label="Mentions" value={words.compact(totals.mentions)} change={words.change(change_pct.mentions)} note={`${per_day.toFixed(1)} a day`} to={address()} lowConfidence={meta.low_confidence} />
            <Stat label="Videos" value={words.compact(totals.unique_videos)} change={words.change(change_pct.unique_videos)} note={`by ${words.plural(totals.unique_channels, "creator")}`} to={address()} />
            <Stat label="Views" value={words.compact(totals.views)} change={words.change(change_pct.views)} note="of these videos" to={address()} />
            <Stat label="Average tone" value={words.tone(totals.average_sentiment)} change={moved === undefined ? undefined : words.tone(moved)} direction={directionOf(moved)} note={`n = ${words.count(totals.mentions)}`} to={address()} lowConfidence={meta.low_confidence} />
            <Stat label="Comments" value={words.compact(totals.comments)} note={`${words.compact(totals.likes)} likes`} to={address()} />
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
