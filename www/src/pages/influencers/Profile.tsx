// Profile of one creator: key figures, audience and mentions.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { apiQueries } from "../../data/client.ts";
import { Button, LinkButton } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { MIN_SAMPLE } from "../../parts/Marks.tsx";
import { directionOf, Stat, Stats } from "../../parts/Stat.tsx";
import { Answer, Empty, Skeleton } from "../../parts/States.tsx";
import { isUnknown, knownNote, sum } from "../../view/basis.ts";
import { addressOf, useAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { Audience } from "./Audience.tsx";
import { CreatorMentions } from "./CreatorMentions.tsx";
import { countryOf, nameOf, platformOf, ratio } from "./creators.ts";
import { useCreatorMentionsAddress, type ProfileResponse } from "./profile.ts";
import { Brands, Tones, Topics } from "./CreatorTopics.tsx";

export function Profile({ id }: { id: string }) {
  const { params, path } = useAddress();
  const {
    question: { brand, from, to },
    questionBefore,
  } = useView();
  const within = { brand, from, to };
  const profile = useQuery({ ...apiQueries.influencer(id, within), placeholderData: keepPreviousData });
  const before = useQuery(apiQueries.influencer(id, { brand, from: questionBefore.from, to: questionBefore.to }));
  const list = new URLSearchParams(params);
  for (const name of ["creator", "mention", "mentions_sort"]) list.delete(name);
  const back = (
    <LinkButton to={addressOf(path, list)} icon={<ArrowLeft size={15} aria-hidden="true" />}>
      <Trans>All creators</Trans>
    </LinkButton>
  );
  const name = profile.data && nameOf(profile.data);
  useEffect(() => {
    if (name === undefined) return;
    const ofList = document.title;
    document.title = `${name} · Overheard`;
    return () => {
      document.title = ofList;
    };
  }, [name]);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Moves the scroll position and the focus to the top, because the list may have been scrolled.
    scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={top} tabIndex={-1} className="profile">
      {profile.isError && profile.data === undefined && <PageHead title={t`Creator`} actions={back} />}
      <Answer
        query={profile}
        skeleton={
          <>
            <PageHead title={t`Creator`} actions={back} />
            <Skeleton height={108} />
            <Skeleton height={320} />
          </>
        }
      >
        {(data) => (
          <>
            <PageHead title={nameOf(data)} actions={back}>
              {[platformOf(data), countryOf(data.country), data.categories.join(", ")]
                .filter((part) => part && part !== words.NOTHING)
                .join(" · ")}
            </PageHead>
            <Numbers data={data} before={before.data} />
            <div className="grid">
              {data.brand_stats.mentions > 0 && (
                <>
                  <Brands data={data} question={{ id, ...within }} />
                  <Tones id={id} within={within} />
                  <Topics data={data} question={{ id, ...within }} />
                </>
              )}
              <Audience data={data} question={{ id, ...within }} />
            </div>
          </>
        )}
      </Answer>
      {!profile.isError && profile.data?.brand_stats.mentions !== 0 && <CreatorMentions id={id} />}
    </div>
  );
}

const change = (now: number, before: number | undefined) =>
  before === undefined || before === 0 ? undefined : words.change((100 * (now - before)) / before);

const totalViews = (views: string) => t`${views} views in total`;

function Numbers({ data, before }: { data: ProfileResponse; before: ProfileResponse | undefined }) {
  const { window, setWindow } = useView();
  const address = useCreatorMentionsAddress(data.id);
  const {
    brand_stats: stats,
    influence_score,
    subscriber_count,
    view_count,
    engagement_rate_viewers,
    low_confidence,
  } = data;
  const known = data._meta?.known;
  const scored = known?.scored_mentions;
  const then = before?.brand_stats;
  const toned =
    then && then.average_sentiment !== null && stats.average_sentiment !== null
      ? stats.average_sentiment - then.average_sentiment
      : undefined;
  const sizes = (
    <>
      <Stat
        label={t`Subscribers`}
        value={words.compact(subscriber_count)}
        note={view_count === null ? undefined : totalViews(words.compact(view_count))}
      />
      <Stat label={t`Engagement`} value={ratio(engagement_rate_viewers)} note={t`of viewers react`} />
    </>
  );
  if (stats.mentions === 0) {
    return (
      <>
        <Stats>{sizes}</Stats>
        <Empty
          title={t`No mentions by this creator in this period`}
          actions={
            window.preset !== "24m" && (
              <Button onPress={() => setWindow({ preset: "24m" })}>
                <Trans>Show 24 months</Trans>
              </Button>
            )
          }
        >
          <Trans>They mention your brands in other periods.</Trans>
        </Empty>
      </>
    );
  }
  const videos = stats.unique_videos;
  const share = words.percent(stats.share_of_brand_mentions_pct);
  const mentions = words.count(scored);
  return (
    <Stats>
      <Stat
        label={t`Mentions`}
        value={words.count(stats.mentions)}
        change={change(stats.mentions, then?.mentions)}
        note={t`in ${plural(videos, { one: "# video", other: "# videos" })}; ${share} of all`}
        to={address()}
      />
      <Stat
        label={t`Views`}
        value={sum(stats.views, known, "views")}
        change={isUnknown(known, "views") ? undefined : change(stats.views, then?.views)}
        note={knownNote(known, "views") ?? t`of these videos`}
        to={address()}
      />
      <Stat
        label={t`Average tone`}
        value={words.tone(stats.average_sentiment)}
        change={toned === undefined ? undefined : words.tone(toned)}
        direction={directionOf(toned, scored, before?._meta?.known?.scored_mentions)}
        note={scored === undefined ? undefined : t`n = ${mentions} scored`}
        to={address()}
        lowConfidence={scored === undefined ? low_confidence : scored < MIN_SAMPLE}
      />
      <Stat
        label={t`Influence`}
        value={influence_score === null ? words.NOTHING : words.decimal(influence_score, 1)}
        note={t`rank among creators, 0 to 100`}
      />
      {sizes}
    </Stats>
  );
}
