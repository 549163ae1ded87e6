// Row of a mention in a list.
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronUp } from "lucide-react";
import type { Mention } from "overheard";
import { Link } from "wouter";
import { Button } from "../../parts/Button.tsx";
import { ToneMark } from "../../parts/Marks.tsx";
import * as words from "../../view/words.ts";
import { MarkedText } from "./MarkedText.tsx";
import { useMatchReason } from "./match-reason.ts";
import { VideoTile } from "./VideoTile.tsx";

/** Mentions of one video that share a row. */
export interface MentionGroup {
  count: number;
  isExpanded: boolean;
  onToggle: () => void;
}

interface MentionRowProps {
  mention: Mention;
  to: string;
  isOpen?: boolean;
  /** True if the row belongs to the row of its video above it. */
  isPart?: boolean;
  group?: MentionGroup | undefined;
  /** Position in a feed, for screen readers. */
  place?: { "aria-posinset": number; "aria-setsize": number };
}

export function MentionRow({ mention, to, isOpen = false, isPart = false, group, place }: MentionRowProps) {
  const { brand, context, video, sentiment, topics } = mention;
  const { marked } = useMatchReason(mention);
  return (
    <article className={`mention${isOpen ? " open" : ""}${isPart ? " mention-part" : ""}`} {...place}>
      {!isPart && <VideoTile mention={mention} />}
      <div className="mention-body">
        <p className="mention-text">
          <Link href={to} className="mention-link">
            <MarkedText text={context ?? video.title ?? t`Mention without text`} terms={marked} />
          </Link>
        </p>
        <div className="mention-facts small soft">
          {group && <GroupToggle {...group} />}
          <ToneMark label={sentiment.label} score={sentiment.score} />
          <span className="mention-brand">{brand?.label}</span>
          {!isPart && <VideoFacts mention={mention} marked={marked} />}
          <span className="mention-topics">{topics.slice(0, 3).join(" · ")}</span>
        </div>
      </div>
    </article>
  );
}

const GroupToggle = ({ count, isExpanded, onToggle }: MentionGroup) => (
  <Button variant="plain" className="mention-toggle" aria-expanded={isExpanded} onPress={onToggle}>
    <Trans>
      <Plural value={count} one="# mention" other="# mentions" />
      <span className="unseen"> in this video</span>
    </Trans>
    {isExpanded ? <ChevronUp size={14} aria-hidden="true" /> : <ChevronDown size={14} aria-hidden="true" />}
  </Button>
);

const VideoFacts = ({ mention, marked }: { mention: Mention; marked: string[] }) => {
  const { platform, channel, upload_date, video, context } = mention;
  const views = words.compact(video.views);
  return (
    <>
      <span>{words.day(upload_date)}</span>
      <span className="mention-platform">{words.platform(platform)}</span>
      <span className="mention-channel">{channel.name}</span>
      {video.views !== null && (
        <span className="number">
          <Trans>{views} views</Trans>
        </span>
      )}
      {context !== null && video.title !== null && (
        <span title={video.title}>
          <MarkedText text={video.title} terms={marked} />
        </span>
      )}
    </>
  );
};
