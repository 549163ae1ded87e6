// A batch that comes to a dataset: new mentions in new videos of its last days.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documents } from "./dataset.mjs";
import { batchFolder, emptyFolder } from "./folders.mjs";

export const BATCH_MENTIONS = 1_000;
const MENTIONS_PER_VIDEO = 5;
const LAST_DAYS = 3;

/** Writes a batch like the documents of a dataset, and returns its folder. */
export async function makeBatch(data) {
  const videos = await lastVideos(data, BATCH_MENTIONS / MENTIONS_PER_VIDEO);
  const mentions = [];
  for await (const mention of documents(data, "siv_business_ideas")) {
    const at = mentions.length;
    if (at === BATCH_MENTIONS) break;
    mentions.push({ ...mention, mention_id: spread(mention.mention_id, at), video_id: videos[at % videos.length].video_id });
  }
  const folder = batchFolder(BATCH_MENTIONS);
  emptyFolder(folder);
  const write = (index, list) => writeFileSync(join(folder, `${index}.ndjson`), list.map((document) => `${JSON.stringify(document)}\n`).join(""));
  write("siv_info", videos);
  write("siv_business_ideas", mentions);
  return folder;
}

/** So many videos like others, of the last days, under ids of their own. */
async function lastVideos(data, count) {
  const days = new Map();
  const models = [];
  for await (const video of documents(data, "siv_info")) {
    days.set(video.upload_date, (days.get(video.upload_date) ?? 0) + 1);
    if (models.length < count) models.push(video);
  }
  const last = [...days.keys()].sort().slice(-LAST_DAYS);
  return models.map((video, at) => ({ ...video, video_id: spread(video.video_id, at), upload_date: last[at % last.length] }));
}

/** An id that nobody has, anywhere among the others. */
const spread = (id, at) => `${id.slice(0, 4)}~${at}`;
