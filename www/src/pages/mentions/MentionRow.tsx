// Row of a mention in a list.
import type { Mention } from "overheard";
import { Link } from "wouter";
import { ToneMark } from "../../parts/Marks.tsx";
import * as words from "../../view/words.ts";

interface MentionRowProps {
  mention: Mention;
  to: string;
  isOpen?: boolean;
  /** Position in a feed, for screen readers. */
  place?: { "aria-posinset": number; "aria-setsize": number };
}

export function MentionRow({ mention, to, isOpen = false, place }: MentionRowProps) {
  const { brand, context, video, channel, platform, upload_date, sentiment, topics } = mention;
  return (
    <article className={isOpen ? "mention open" : "mention"} {...place}>
      <p className="mention-text">
        <Link href={to} className="mention-link">
          {context ?? video.title ?? "Mention without text"}
        </Link>
      </p>
      <p className="mention-facts small soft">
        <ToneMark label={sentiment.label} score={sentiment.score} />
        <span className="mention-brand">{brand?.label}</span>
        <span>{words.platform(platform)}</span>
        <span className="mention-channel">{channel.name}</span>
        <span>{words.day(upload_date)}</span>
        {video.views !== null && <span className="number">{words.compact(video.views)} views</span>}
        {context !== null && video.title !== null && <span title={video.title}>{video.title}</span>}
        <span className="mention-topics">{topics.slice(0, 3).join(" · ")}</span>
      </p>
    </article>
  );
}
