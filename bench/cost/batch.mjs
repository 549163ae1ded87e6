// A batch that comes to a dataset: new mentions in new videos of its last days, or of days after these.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documents } from "./dataset.mjs";
import { batchFolder, emptyFolder } from "./folders.mjs";

export const BATCH_MENTIONS = 1_000;
const MENTIONS_PER_VIDEO = 5;
const LAST_DAYS = 3;
const DAY_MS = 86_400_000;

/**
 * Writes a batch like the documents of a dataset, and returns its folder. Mentions are like the first ones, or like
 * `models`; with `onNewDays` the days are those after the last one.
 */
export async function makeBatch(data, { models, onNewDays = false } = {}) {
  const videos = await lastVideos(data, BATCH_MENTIONS / MENTIONS_PER_VIDEO, onNewDays);
  const like = models ?? (await firstOf(documents(data, "siv_business_ideas"), BATCH_MENTIONS));
  const mentions = like.map((mention, at) => ({
    ...mention,
    mention_id: spread(mention.mention_id, at),
    video_id: videos[at % videos.length].video_id,
  }));
  const folder = batchFolder(BATCH_MENTIONS);
  emptyFolder(folder);
  const write = (index, list) =>
    writeFileSync(join(folder, `${index}.ndjson`), list.map((document) => `${JSON.stringify(document)}\n`).join(""));
  write("siv_info", videos);
  write("siv_business_ideas", mentions);
  return folder;
}

async function firstOf(stream, count) {
  const first = [];
  for await (const one of stream) {
    if (first.length === count) break;
    first.push(one);
  }
  return first;
}

/** So many videos like others, of the last days or of as many new ones, under ids of their own. */
async function lastVideos(data, count, onNewDays) {
  const days = new Map();
  const models = [];
  for await (const video of documents(data, "siv_info")) {
    days.set(video.upload_date, (days.get(video.upload_date) ?? 0) + 1);
    if (models.length < count) models.push(video);
  }
  const last = [...days.keys()].sort().slice(-LAST_DAYS);
  const of = onNewDays ? last.map((_, at) => daysAfter(last.at(-1), at + 1)) : last;
  return models.map((video, at) => ({
    ...video,
    video_id: spread(video.video_id, at),
    upload_date: of[at % of.length],
  }));
}

const daysAfter = (date, days) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** An id that nobody has, anywhere among the others. */
const spread = (id, at) => `${id.slice(0, 4)}~${at}`;
