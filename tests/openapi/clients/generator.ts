// Uses the client that openapi-generator creates from the OpenAPI document. It has all members of an answer.
import {
  AccountAPIApi,
  Configuration,
  DataAPIApi,
  ResponseError,
  type AggregateRequest,
  type SentimentSummary,
} from "./typescript/index.js";

declare const process: { env: Record<string, string | undefined> };

const { URL: basePath = "", KEY = "", TOKEN = "" } = process.env;
const data = new DataAPIApi(new Configuration({ basePath, apiKey: KEY }));
const account = new AccountAPIApi(new Configuration({ basePath, accessToken: TOKEN }));

const aggregateRequest: AggregateRequest = { index: "siv_business_ideas", groupBy: "brand_name", size: 2 };
const { buckets } = await data.aggregate({ aggregateRequest });

const tone: SentimentSummary = await account.getSentiment({
  from: "2026-10-01",
  to: "2026-10-31",
  platform: ["youtube", "-tiktok"],
  prefer: "meta",
});

const refused: unknown = await data
  .aggregate({ aggregateRequest: { ...aggregateRequest, size: 51 } })
  .catch((error: unknown) => error);
const { code } = refused instanceof ResponseError ? await refused.response.json() : {};

console.log(
  JSON.stringify({
    leader: buckets[0]?.key,
    positive: tone.counts.positive,
    code,
    mentions: tone.meta.mentions,
    version: tone.answerMeta?.datasetVersion,
  }),
);
