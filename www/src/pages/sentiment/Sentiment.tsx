// Sentiment page: key figures, timeline, breakdown and topics. Use it as the model for further analysis pages.
import { FilterBar } from "../../filters/FilterBar.tsx";
import { ToggleOf } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { MIN_SAMPLE } from "../../parts/Marks.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { directionOf, Stat, Stats, StatsSkeleton } from "../../parts/Stat.tsx";
import { Answer } from "../../parts/States.tsx";
import { type Counts, RATED, ratedIn } from "../../view/tones.ts";
import { useAddress, useMentionsAddress, useView } from "../../view/view.ts";
import { BASELINES } from "../../view/window.ts";
import * as words from "../../view/words.ts";
import { Breakdown } from "./Breakdown.tsx";
import { Drivers } from "./Drivers.tsx";
import { useSentiment } from "./sentiment.ts";
import { type Interval, ToneTimeline } from "./ToneTimeline.tsx";

const INTERVALS: Record<Interval, string> = { auto: "Automatic", day: "Days", week: "Weeks", month: "Months" };

const ofRated = (counts: Counts, tone: "positive" | "negative") =>
  `${words.count(counts[tone])} of ${words.count(ratedIn(counts))} rated`;

export default function Sentiment() {
  const { window } = useView();
  const { params, set } = useAddress();
  const address = useMentionsAddress();
  const { sentiment, before, change } = useSentiment();
  const intervalParam = params.get("interval") as Interval | null;
  const interval: Interval = intervalParam && intervalParam in INTERVALS ? intervalParam : "auto";
  const isCompared = params.get("compare") !== "none";
  const controls = (
    <>
      <ToggleOf isOn={isCompared} onChange={(compared) => set({ compare: compared ? undefined : "none" })}>
        {BASELINES[window.baseline]}
      </ToggleOf>
      <SelectOf
        label="Periods"
        options={Object.entries(INTERVALS).map(([value, label]) => ({ value: value as Interval, label }))}
        chosen={interval}
        onChange={(value) => set({ interval: value === "auto" ? undefined : value })}
      />
    </>
  );
  return (
    <>
      <PageHead title="Sentiment">
        How people talk about your brands, {words.days(window.from, window.to)}, compared with{" "}
        {words.days(window.before.from, window.before.to)}
      </PageHead>
      <FilterBar without={["sentiment"]} />
      <Answer query={sentiment} skeleton={<StatsSkeleton count={5} />} isEmpty={({ meta }) => meta.mentions === 0}>
        {({ average, reach_weighted_average, net_sentiment, percentages, counts, scored_mentions, _meta }) => (
          <Stats>
            <Stat
              label="Average tone"
              value={words.tone(average)}
              change={words.tone(change?.average)}
              direction={directionOf(change?.average, scored_mentions, before?.scored_mentions)}
              note={`n = ${words.count(scored_mentions)} scored`}
              to={address({ sort: "sentiment_score.asc" })}
              lowConfidence={scored_mentions < MIN_SAMPLE}
            />
            <Stat
              label="By reach"
              value={words.tone(reach_weighted_average)}
              note={`weighted by views${_meta?.known?.weighted_mentions === undefined ? "" : `, n = ${words.count(_meta.known.weighted_mentions)} scored`}`}
              to={address({ sort: "views" })}
            />
            <Stat
              label="Net sentiment"
              value={words.net(net_sentiment)}
              change={words.net(change?.net_sentiment)}
              direction={directionOf(
                (change?.net_sentiment ?? 0) / 100,
                ratedIn(counts),
                before && ratedIn(before.counts),
                "labels",
              )}
              note={`positive minus negative, of ${words.count(ratedIn(counts))} rated`}
              to={address({ sentiment: [...RATED] })}
            />
            <Stat
              label="Positive"
              value={words.percent(percentages.positive, 0)}
              note={ofRated(counts, "positive")}
              to={address({ sentiment: ["positive"] })}
            />
            <Stat
              label="Negative"
              value={words.percent(percentages.negative, 0)}
              note={ofRated(counts, "negative")}
              to={address({ sentiment: ["negative"] })}
            />
          </Stats>
        )}
      </Answer>
      {sentiment.data?.meta.mentions !== 0 && (
        <div className="grid">
          <ToneTimeline interval={interval} isCompared={isCompared} actions={controls} />
          <Breakdown />
          {sentiment.data &&
            (["positive", "negative"] as const).map((tone) => (
              <Drivers
                key={tone}
                tone={tone}
                drivers={sentiment.data.drivers[tone]}
                counts={sentiment.data.counts[tone]}
                meta={sentiment.data.meta}
              />
            ))}
        </div>
      )}
    </>
  );
}
