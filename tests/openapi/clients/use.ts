// A client whose types come only from the OpenAPI document: the output of openapi-typescript, with openapi-fetch.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

declare const process: { env: Record<string, string | undefined> };

type Request = components["schemas"]["AggregateRequest"];
// @ts-expect-error There is no such dimension on this index.
export const wrong: Request = { index: "siv_info", group_by: "brand_name" };

const { URL: baseUrl = "", KEY = "", TOKEN = "" } = process.env;
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl });

const body: Request = { index: "siv_business_ideas", group_by: "brand_name", size: 2, order: null };
const aggregate = await client.POST("/v1/aggregate", { body, headers: { "X-API-Key": KEY } });
if (aggregate.data === undefined) throw new Error(aggregate.error.message);
const leader: string = aggregate.data.buckets[0].key;

const query = {
  from: "2026-10-01",
  to: "2026-10-31",
  platform: ["youtube", "-tiktok"],
} satisfies paths["/v1/sentiment"]["get"]["parameters"]["query"];
const sentiment = await client.GET("/v1/sentiment", {
  params: { query },
  headers: { Authorization: `Bearer ${TOKEN}` },
});
if (sentiment.data === undefined) throw new Error(sentiment.error?.message);
const positive: number = sentiment.data.counts.positive;

const refused = await client.POST("/v1/aggregate", { body: { ...body, size: 51 }, headers: { "X-API-Key": KEY } });
const code: components["schemas"]["Violation"]["code"] | undefined = refused.error?.code;

console.log(JSON.stringify({ leader, positive, code }));
