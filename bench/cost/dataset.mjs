// The datasets: made once per size, and counted once, so that questions can name what is frequent in them and what is
// rare.
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { targetDirectory } from "../../scripts/project.mjs";
import { seconds, step } from "../../scripts/step.mjs";
import { dataFolder } from "./folders.mjs";

const SEED = 7;
const COUNTS = "counts.json";
const WORD = /[\p{L}\p{N}]+/gu;

/** Compiles what makes datasets. */
export const buildMaker = () =>
  step("Compiling the maker of datasets", "cargo", ["build", "--release", "-p", "overheard-bench-data"]);

/** Writes the dataset of so many mentions, unless it is there, and returns its folder. */
export async function makeDataset(mentions) {
  const folder = dataFolder(mentions);
  if (existsSync(join(folder, COUNTS))) return folder;
  const maker = join(targetDirectory(), "release", "bench-data");
  await step(`Making ${mentions} mentions`, maker, [
    "--mentions",
    String(mentions),
    "--seed",
    String(SEED),
    "--out",
    folder,
  ]);
  const began = Date.now();
  const counts = await count(folder);
  writeFileSync(join(folder, COUNTS), JSON.stringify(counts));
  process.stderr.write(`Counting ${mentions} mentions: done (${seconds(began)})\n`);
  return folder;
}

/** How many documents carry each value, as `{ brands: { name: documents }, … }`. */
export const countsOf = (mentions) => JSON.parse(readFileSync(join(dataFolder(mentions), COUNTS), "utf8"));

async function count(folder) {
  const counts = {
    brands: new Map(),
    components: new Map(),
    topics: new Map(),
    categories: new Map(),
    channels: new Map(),
    tags: new Map(),
    mention_words: new Map(),
    video_words: new Map(),
  };
  const add = (name, values) => {
    for (const value of new Set(values)) if (value != null) counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
  };
  const channelOf = new Map();
  for await (const video of documents(folder, "siv_info")) {
    channelOf.set(video.video_id, video.channel_name);
    add("tags", video.tags ?? []);
    add("video_words", words(video.title, video.description, ...(video.tags ?? [])));
  }
  for await (const mention of documents(folder, "siv_business_ideas")) {
    add("brands", [mention.brand_name]);
    add("categories", [mention.category]);
    add("components", mention.components ?? []);
    add("topics", mention.topics ?? []);
    add("channels", [channelOf.get(mention.video_id)]);
    add(
      "mention_words",
      words(mention.context, mention.brand_name, ...(mention.components ?? []), ...(mention.topics ?? [])),
    );
  }
  return Object.fromEntries(Object.entries(counts).map(([name, byValue]) => [name, Object.fromEntries(byValue)]));
}

/** The documents of a dataset's file, one after the other. */
export async function* documents(folder, index) {
  const lines = createInterface({ input: createReadStream(join(folder, `${index}.ndjson`)), crlfDelay: Infinity });
  for await (const line of lines) if (line !== "") yield JSON.parse(line);
}

const words = (...texts) => texts.flatMap((text) => text?.toLowerCase().match(WORD) ?? []);
