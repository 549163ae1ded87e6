// Tile in place of a video's thumbnail: its platform and its length. Nothing is loaded from the platform.
import type { Mention } from "overheard";
import * as words from "../../view/words.ts";

const LETTERS: Record<string, string> = { youtube: "YT", tiktok: "TT", instagram: "IG" };

export const VideoTile = ({ mention: { platform, video } }: { mention: Pick<Mention, "platform" | "video"> }) => (
  <div className={`tile ${platform}`} aria-hidden="true">
    <span className="tile-letters">{LETTERS[platform] ?? platform.slice(0, 2).toUpperCase()}</span>
    {video.duration !== null && <span className="tile-length number">{words.duration(video.duration)}</span>}
  </div>
);
