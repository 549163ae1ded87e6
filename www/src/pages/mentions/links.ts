// Builds links to videos on their platforms.
import type { Mention } from "overheard";

export function videoAddress({
  platform,
  video: { id },
  channel,
}: Pick<Mention, "platform" | "video" | "channel">): string | undefined {
  const name = encodeURIComponent(id);
  switch (platform) {
    case "youtube":
      return `https://www.youtube.com/watch?v=${name}`;
    case "tiktok":
      // TikTok resolves the video by its id, whatever the channel's name.
      return `https://www.tiktok.com/@${encodeURIComponent(channel.name ?? "_")}/video/${name}`;
    case "instagram":
      return `https://www.instagram.com/reel/${name}/`;
    default:
      return undefined;
  }
}
