// CSV columns of mentions.
import type { Mention } from "overheard";
import type { Column } from "../../parts/DataTable.tsx";

const column = (id: string, value: Column<Mention>["value"]): Column<Mention> => ({ id, title: id, value });

export const CSV_COLUMNS: Column<Mention>[] = [
  column("upload_date", ({ upload_date }) => upload_date),
  column("brand", ({ brand }) => brand?.label ?? null),
  column("platform", ({ platform }) => platform),
  column("channel", ({ channel }) => channel.name),
  column("video_title", ({ video }) => video.title),
  column("context", ({ context }) => context),
  column("sentiment", ({ sentiment }) => sentiment.label),
  column("sentiment_score", ({ sentiment }) => sentiment.score),
  column("topics", ({ topics }) => topics.join("; ")),
  column("components", ({ components }) => components.join("; ")),
  column("views", ({ video }) => video.views),
  column("likes", ({ video }) => video.likes),
  column("comments", ({ video }) => video.comments),
  column("language", ({ language }) => language),
  column("region", ({ region }) => region),
  column("indexed_at", ({ indexed_at }) => indexed_at),
  column("id", ({ id }) => id),
];
