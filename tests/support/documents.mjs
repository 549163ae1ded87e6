// Test kit for dataset folders: reads, changes and writes their records as NDJSON or CSV.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { gunzipSync } from "node:zlib";

export const INDICES = ["siv_info", "siv_content_creator", "siv_business_ideas"];

/** Creates a folder that is deleted after the tests of the file. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "overheard-test-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads the records of a dataset folder, by index. */
export function readDocuments(folder) {
  const lines = (index) => {
    const plain = join(folder, `${index}.ndjson`);
    const text = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(`${plain}.gz`));
    return text.toString().split("\n").filter(Boolean);
  };
  return Object.fromEntries(INDICES.map((index) => [index, lines(index).map((line) => JSON.parse(line))]));
}

/** Writes records into a folder, one file per index. Returns the folder, which is a new one by default. */
export function writeNdjson(documents, folder = temporaryFolder()) {
  for (const [index, list] of Object.entries(documents))
    writeFileSync(join(folder, `${index}.ndjson`), list.map((document) => `${JSON.stringify(document)}\n`).join(""));
  return folder;
}

/** Writes records as CSV: lists separated by |, distributions as JSON, an empty field for a missing value. */
export function writeCsv(documents) {
  const folder = temporaryFolder();
  const cell = (value) => {
    if (value === undefined || value === null) return "";
    const text = Array.isArray(value)
      ? value.join("|")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  for (const [index, list] of Object.entries(documents)) {
    const columns = [...new Set(list.flatMap(Object.keys))];
    const rows = [columns, ...list.map((document) => columns.map((column) => document[column]))];
    writeFileSync(join(folder, `${index}.csv`), rows.map((row) => row.map(cell).join(",")).join("\r\n"));
  }
  return folder;
}

/** Adds to every mention the time since when it is known. By default that is the time of the import. */
export const withIndexedAt = (documents) => ({
  ...documents,
  siv_business_ideas: documents.siv_business_ideas.map((mention) => ({
    indexed_at: `${mention.upload_date}T03:14:09Z`,
    ...mention,
  })),
});

/** Repeats records: copies every video and its mentions `count` times, under other ids. */
export function repeatRecords(documents, count) {
  const again = (list, ids) =>
    Array.from({ length: count }, (_, at) =>
      list.map((document) => ({ ...document, ...Object.fromEntries(ids.map((id) => [id, `${document[id]}_${at}`])) })),
    ).flat();
  return {
    ...documents,
    siv_info: again(documents.siv_info, ["video_id"]),
    siv_business_ideas: again(documents.siv_business_ideas, ["mention_id", "video_id"]),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DATES = ["upload_date", "snapshot_date", "indexed_at"];

/** Moves the days of all records so that the last upload is so many days from now. */
export function endingInDays(documents, days) {
  const last = documents.siv_info
    .map(({ upload_date }) => upload_date)
    .sort()
    .at(-1);
  const today = new Date().toISOString().slice(0, 10);
  const offset = Date.parse(today) + days * DAY_MS - Date.parse(last);
  // Only the day changes; the time of day is kept.
  const moved = (time) => new Date(Date.parse(time.slice(0, 10)) + offset).toISOString().slice(0, 10) + time.slice(10);
  const later = (document) => ({
    ...document,
    ...Object.fromEntries(DATES.filter((name) => document[name]).map((name) => [name, moved(document[name])])),
  });
  return Object.fromEntries(Object.entries(documents).map(([index, list]) => [index, list.map(later)]));
}

/** Splits records by day. The last parts span so many days each; the first part has everything before them. */
export function splitAtDays(documents, ...counts) {
  const days = [...new Set(documents.siv_info.map(({ upload_date }) => upload_date))].sort();
  const starts = counts.map((_, at) => days.at(-counts.slice(at).reduce((sum, count) => sum + count)));
  // A mention belongs to the day of its video.
  const parts = new Map(
    documents.siv_info.map(({ video_id, upload_date }) => [
      video_id,
      starts.filter((start) => upload_date >= start).length,
    ]),
  );
  const ofPart = (part, list) => list.filter(({ video_id }) => parts.get(video_id) === part);
  return [0, ...counts].map((_, part) => ({
    siv_info: ofPart(part, documents.siv_info),
    ...(part === 0 && { siv_content_creator: documents.siv_content_creator }),
    siv_business_ideas: ofPart(part, documents.siv_business_ideas),
  }));
}

/** Returns records with changes that affect the answer to every one of the broad queries. */
export function withChanges(documents) {
  const later = (date) => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`.replace("-02-29", "-02-28");
  const half = (list) => list.filter((_, at) => at % 2 === 0);
  return {
    siv_info: half(documents.siv_info).map((video, at) => ({
      ...video,
      title: `Review again: ${video.title}`,
      tags: [...(video.tags ?? []), "review", "gameplay"],
      views: (video.views ?? 0) + 1_000_000,
      upload_date: at % 5 === 0 ? later(video.upload_date) : video.upload_date,
    })),
    siv_content_creator: half(documents.siv_content_creator).map((snapshot) => ({
      ...snapshot,
      subscriber_count: (snapshot.subscriber_count ?? 0) + 5_000_000,
    })),
    siv_business_ideas: half(documents.siv_business_ideas).map((mention) => ({
      ...mention,
      brand_name: mention.brand_name === "Velunara" ? "Ostrivane" : mention.brand_name,
      sentiment_score: 0.5,
      components: ["changed"],
      context: "The question has another answer now.",
    })),
  };
}
