// Drawer with one mention: its text, its video, and the reason why it matches a brand.
import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import type { AccountAnswerOf } from "overheard";
import { Link } from "wouter";
import { apiQueries } from "../../data/client.ts";
import { ToneMark } from "../../parts/Marks.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { addressOf } from "../../view/view.ts";
import { TONE_RULE } from "../../view/tones.ts";
import * as words from "../../view/words.ts";
import { videoAddress } from "./links.ts";
import { MarkedText } from "./MarkedText.tsx";
import { type MatchReason, useMatchReason } from "./match-reason.ts";

export function MentionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const mention = useQuery(apiQueries.mention(id));
  return (
    <DialogBox title={t`Mention`} isOpen isDrawer onClose={onClose}>
      <Answer query={mention} skeleton={<Skeleton lines={12} />}>
        {(data) => <MentionBody mention={data} />}
      </Answer>
    </DialogBox>
  );
}

const mentionsOf = (filters: Record<string, string>) =>
  addressOf("/mentions", new URLSearchParams({ window: "24m", ...filters }));

function MentionBody({ mention }: { mention: AccountAnswerOf["mention"] }) {
  const { video, channel, related, platform } = mention;
  const reason = useMatchReason(mention);
  const address = videoAddress(mention);
  const platformName = words.platform(platform);
  const indexed = words.moment(mention.indexed_at);
  const value = words.count(mention.estimated_value_usd);
  const { occurrences } = mention;
  const { mentions_in_video: inVideo, mentions_by_channel: byChannel } = related;
  const otherBrands = related.other_brands_in_video.join(", ");
  const mentionsByCreator = t`${plural(byChannel, { one: "# mention", other: "# mentions" })} by this creator`;
  return (
    <div className="whole">
      <p className="row">
        <ToneMark label={mention.sentiment.label} score={mention.sentiment.score} />
        <b>{mention.brand?.label}</b>
        <span className="soft">{words.day(mention.upload_date)}</span>
      </p>
      <p className="small soft">{TONE_RULE}</p>
      <p className="whole-text">
        {mention.context === null ? (
          t`This mention has no text.`
        ) : (
          <MarkedText text={mention.context} terms={reason.marked} />
        )}
      </p>
      <section aria-labelledby="video-title">
        <h3 id="video-title">
          {video.title === null ? t`Untitled video` : <MarkedText text={video.title} terms={reason.marked} />}
        </h3>
        <p className="soft">
          {platformName} · {channel.name ?? t`unknown channel`}
          {video.duration !== null && ` · ${words.duration(video.duration)}`}
        </p>
        <dl className="facts">
          <Fact name={t`Views`}>{words.countIfKnown(video.views)}</Fact>
          <Fact name={t`Likes`}>{words.countIfKnown(video.likes)}</Fact>
          <Fact name={t`Comments`}>{words.countIfKnown(video.comments)}</Fact>
        </dl>
        {address && (
          <p>
            <a href={address} target="_blank" rel="noopener noreferrer" className="button edge">
              <Trans>
                Open the video on {platformName}
                <ExternalLink size={14} aria-hidden="true" />
                <span className="unseen"> (in a new tab)</span>
              </Trans>
            </a>
          </p>
        )}
      </section>
      <section aria-labelledby="why-title">
        <h3 id="why-title">
          <Trans>Why it matches</Trans>
        </h3>
        {reason.rule ? (
          <RuleText rule={reason.rule} found={reason.found} />
        ) : (
          <p>
            <Trans>It matches a brand of your account.</Trans>
          </p>
        )}
        <p className="soft">
          <Trans>
            The brand is named <Plural value={occurrences} one="# time" other="# times" />. The mention was added to the
            data on {indexed}.
          </Trans>
        </p>
      </section>
      <section aria-labelledby="about-title">
        <h3 id="about-title">
          <Trans>About</Trans>
        </h3>
        <dl className="facts wide">
          <Fact name={t`Topics`}>
            {mention.topics.length > 0
              ? mention.topics.map((topic) => (
                  <Link key={topic} className="tag" href={mentionsOf({ topic })}>
                    {topic}
                  </Link>
                ))
              : words.NOTHING}
          </Fact>
          <Fact name={t`Ingredients`}>
            {mention.components.length > 0
              ? mention.components.map((component) => (
                  <Link key={component} className="tag" href={mentionsOf({ component })}>
                    {component}
                  </Link>
                ))
              : words.NOTHING}
          </Fact>
          <Fact name={t`Category`}>{mention.category ?? words.NOTHING}</Fact>
          <Fact name={t`Language`}>{words.language(mention.language)}</Fact>
          <Fact name={t`Region`}>{words.region(mention.region)}</Fact>
          {mention.estimated_value_usd !== null && <Fact name={t`Estimated value`}>{t`$${value}`}</Fact>}
        </dl>
      </section>
      <section aria-labelledby="around-title">
        <h3 id="around-title">
          <Trans>Related</Trans>
        </h3>
        <ul className="plain-list">
          <li>
            <Trans>
              <Plural value={inVideo} one="# mention" other="# mentions" /> of your brands in this video
            </Trans>
          </li>
          {related.other_brands_in_video.length > 0 && (
            <li>
              <Trans>Also named in it: {otherBrands}</Trans>
            </li>
          )}
          <li>
            {channel.influencer_id ? (
              <Link href={mentionsOf({ influencer: channel.influencer_id })}>{mentionsByCreator}</Link>
            ) : (
              mentionsByCreator
            )}
          </li>
        </ul>
      </section>
    </div>
  );
}

function RuleText({ rule, found }: { rule: NonNullable<MatchReason["rule"]>; found: string[] }) {
  const { label: brand } = rule;
  const number = found.length;
  const foundTerms = quotedList(found);
  const allTerms = quotedList(rule.terms);
  const nearby = quotedList(rule.must_context);
  const excluded = rule.must_not_context && quotedList(rule.must_not_context);
  return (
    <>
      <p>
        {number > 0 ? (
          <Trans>
            It contains {foundTerms}, <Plural value={number} one="a term" other="terms" /> of {brand}.
          </Trans>
        ) : (
          <Trans>
            It matches a term of {brand} ({allTerms}) that is in the video, but not in this summary.
          </Trans>
        )}
      </p>
      {rule.must_context.length > 0 && (
        <p>
          <Trans>Terms of this brand count only near {nearby}.</Trans>
        </p>
      )}
      {excluded && (
        <p>
          <Trans>They do not count near {excluded}.</Trans>
        </p>
      )}
      {rule.exact && (
        <p>
          <Trans>The words of a term must follow each other.</Trans>
        </p>
      )}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="number">{children}</dd>
  </div>
);

const quotedList = (values: string[]) => values.map((value) => t`“${value}”`).join(", ");
