// Drawer with one mention: its text, its video, and the reason why it matches a brand.
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
import { useMatchReason } from "./match-reason.ts";

export function MentionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const mention = useQuery(apiQueries.mention(id));
  return (
    <DialogBox title="Mention" isOpen isDrawer onClose={onClose}>
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
          "This mention has no text."
        ) : (
          <MarkedText text={mention.context} terms={reason.marked} />
        )}
      </p>
      <section aria-labelledby="video-title">
        <h3 id="video-title">
          {video.title === null ? "Untitled video" : <MarkedText text={video.title} terms={reason.marked} />}
        </h3>
        <p className="soft">
          {words.platform(platform)} · {channel.name ?? "unknown channel"}
          {video.duration !== null && ` · ${words.duration(video.duration)}`}
        </p>
        <dl className="facts">
          <Fact name="Views">{words.countIfKnown(video.views)}</Fact>
          <Fact name="Likes">{words.countIfKnown(video.likes)}</Fact>
          <Fact name="Comments">{words.countIfKnown(video.comments)}</Fact>
        </dl>
        {address && (
          <p>
            <a href={address} target="_blank" rel="noopener noreferrer" className="button edge">
              Open the video on {words.platform(platform)}
              <ExternalLink size={14} aria-hidden="true" />
              <span className="unseen"> (in a new tab)</span>
            </a>
          </p>
        )}
      </section>
      <section aria-labelledby="why-title">
        <h3 id="why-title">Why it matches</h3>
        {reason.rule ? (
          <>
            <p>
              {reason.found.length > 0 ? (
                <>
                  It contains {quotedList(reason.found)}, {reason.found.length === 1 ? "a term" : "terms"} of{" "}
                  {reason.rule.label}.
                </>
              ) : (
                <>
                  It matches a term of {reason.rule.label} ({quotedList(reason.rule.terms)}) that is in the video, but
                  not in this summary.
                </>
              )}
            </p>
            {reason.rule.must_context.length > 0 && (
              <p>Terms of this brand count only near {quotedList(reason.rule.must_context)}.</p>
            )}
            {reason.rule.must_not_context && <p>They do not count near {quotedList(reason.rule.must_not_context)}.</p>}
            {reason.rule.exact && <p>The words of a term must follow each other.</p>}
          </>
        ) : (
          <p>It matches a brand of your account.</p>
        )}
        <p className="soft">
          The brand is named {words.plural(mention.occurrences, "time")}. The mention was added to the data on{" "}
          {words.moment(mention.indexed_at)}.
        </p>
      </section>
      <section aria-labelledby="about-title">
        <h3 id="about-title">About</h3>
        <dl className="facts wide">
          <Fact name="Topics">
            {mention.topics.length > 0
              ? mention.topics.map((topic) => (
                  <Link key={topic} className="tag" href={mentionsOf({ topic })}>
                    {topic}
                  </Link>
                ))
              : words.NOTHING}
          </Fact>
          <Fact name="Ingredients">
            {mention.components.length > 0
              ? mention.components.map((component) => (
                  <Link key={component} className="tag" href={mentionsOf({ component })}>
                    {component}
                  </Link>
                ))
              : words.NOTHING}
          </Fact>
          <Fact name="Category">{mention.category ?? words.NOTHING}</Fact>
          <Fact name="Language">{words.language(mention.language)}</Fact>
          <Fact name="Region">{words.region(mention.region)}</Fact>
          {mention.estimated_value_usd !== null && (
            <Fact name="Estimated value">${words.count(mention.estimated_value_usd)}</Fact>
          )}
        </dl>
      </section>
      <section aria-labelledby="around-title">
        <h3 id="around-title">Related</h3>
        <ul className="plain-list">
          <li>{words.plural(related.mentions_in_video, "mention")} of your brands in this video</li>
          {related.other_brands_in_video.length > 0 && (
            <li>Also named in it: {related.other_brands_in_video.join(", ")}</li>
          )}
          <li>
            {channel.influencer_id ? (
              <Link href={mentionsOf({ influencer: channel.influencer_id })}>
                {words.plural(related.mentions_by_channel, "mention")} by this creator
              </Link>
            ) : (
              `${words.plural(related.mentions_by_channel, "mention")} by this creator`
            )}
          </li>
        </ul>
      </section>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="number">{children}</dd>
  </div>
);

const quotedList = (values: string[]) => values.map((value) => `“${value}”`).join(", ");
