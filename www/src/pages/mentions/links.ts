// Where the video of a mention is, by its platform.
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
      // The name of the channel may be any; the id decides.
      return `https://www.tiktok.com/@${encodeURIComponent(channel.name ?? "_")}/video/${name}`;
    case "instagram":
      return `https://www.instagram.com/reel/${name}/`;
    default:
      return undefined;
  }
}
