// Sentiment page: key figures, timeline, breakdown and topics. Use it as the model for further analysis pages.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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

const INTERVALS: Record<Interval, string> = { auto: t`Automatic`, day: t`Days`, week: t`Weeks`, month: t`Months` };

function ofRated(counts: Counts, tone: "positive" | "negative"): string {
  const [mentions, rated] = [words.count(counts[tone]), words.count(ratedIn(counts))];
  return t`${mentions} of ${rated} rated`;
}

const scoredText = (mentions: string) => t`n = ${mentions} scored`;

function weightedText(weighted: number | undefined): string {
  if (weighted === undefined) return t`weighted by views`;
  const mentions = words.count(weighted);
  return t`weighted by views, n = ${mentions} scored`;
}

const netText = (rated: string) => t`positive minus negative, of ${rated} rated`;

export default function Sentiment() {
  const { window } = useView();
  const { params, set } = useAddress();
  const address = useMentionsAddress();
  const { sentiment, before, change } = useSentiment();
  const intervalParam = params.get("interval") as Interval | null;
  const interval: Interval = intervalParam && intervalParam in INTERVALS ? intervalParam : "auto";
  const isCompared = params.get("compare") !== "none";
  const days = words.days(window.from, window.to);
  const daysBefore = words.days(window.before.from, window.before.to);
  const controls = (
    <>
      <ToggleOf isOn={isCompared} onChange={(compared) => set({ compare: compared ? undefined : "none" })}>
        {BASELINES[window.baseline]}
      </ToggleOf>
      <SelectOf
        label={t`Periods`}
        options={Object.entries(INTERVALS).map(([value, label]) => ({ value: value as Interval, label }))}
        chosen={interval}
        onChange={(value) => set({ interval: value === "auto" ? undefined : value })}
      />
    </>
  );
  return (
    <>
      <PageHead title={t`Sentiment`}>
        <Trans>
          How people talk about your brands, {days}, compared with {daysBefore}
        </Trans>
      </PageHead>
      <FilterBar without={["sentiment"]} />
      <Answer query={sentiment} skeleton={<StatsSkeleton count={5} />} isEmpty={({ meta }) => meta.mentions === 0}>
        {({ average, reach_weighted_average, net_sentiment, percentages, counts, scored_mentions, _meta }) => (
          <Stats>
            <Stat
              label={t`Average tone`}
              value={words.tone(average)}
              change={words.tone(change?.average)}
              direction={directionOf(change?.average, scored_mentions, before?.scored_mentions)}
              note={scoredText(words.count(scored_mentions))}
              to={address({ sort: "sentiment_score.asc" })}
              lowConfidence={scored_mentions < MIN_SAMPLE}
            />
            <Stat
              label={t`By reach`}
              value={words.tone(reach_weighted_average)}
              note={weightedText(_meta?.known?.weighted_mentions)}
              to={address({ sort: "views" })}
            />
            <Stat
              label={t`Net sentiment`}
              value={words.net(net_sentiment)}
              change={words.net(change?.net_sentiment)}
              direction={directionOf(
                (change?.net_sentiment ?? 0) / 100,
                ratedIn(counts),
                before && ratedIn(before.counts),
                "labels",
              )}
              note={netText(words.count(ratedIn(counts)))}
              to={address({ sentiment: [...RATED] })}
            />
            <Stat
              label={t`Positive`}
              value={words.percent(percentages.positive, 0)}
              note={ofRated(counts, "positive")}
              to={address({ sentiment: ["positive"] })}
            />
            <Stat
              label={t`Negative`}
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
