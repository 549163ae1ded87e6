// Groups of videos.
import { ODD_HALF_YEAR, ODD_TWO_YEARS, YEAR } from "../windows.mjs";

export function groupsOfVideos({ tags, channels, categories }) {
  const groups = (name, group_by, [type, field], filters) => ({
    operation: "aggregate",
    bar: "aggregate",
    name: `videos by ${name}`,
    request: { index: "siv_info", group_by, metric: { type, field }, filters },
  });
  return [
    groups("channel, total views", "channel_name", ["sum", "views"]),
    groups("tag, a category, total views", "tags", ["sum", "views"], { category: categories.top }),
    groups("platform, 12 months, average views", "platform", ["avg", "views"], { upload_date: YEAR }),
    groups("category, odd half-year, most comments", "category", ["max", "comments"], { upload_date: ODD_HALF_YEAR }),
    groups("channel, odd 24 months, total views", "channel_name", ["sum", "views"], { upload_date: ODD_TWO_YEARS }),
    groups("channel, top tag, total views", "channel_name", ["sum", "views"], { tags: tags.top }),
    groups("tag, top channel, odd half-year, total likes", "tags", ["sum", "likes"], {
      channel_name: channels.top,
      upload_date: ODD_HALF_YEAR,
    }),
    groups("channel, middle tag, average duration", "channel_name", ["avg", "duration"], { tags: tags.middle }),
  ];
}
