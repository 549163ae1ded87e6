// The entry with only the five queries.
import { DecodeError, type Problem, ProblemError, check, decode, init, shape } from "overheard/data";
import type { AggregateRequest, VideoDocument } from "overheard/data";

await init();
const request: AggregateRequest = { index: "siv_info", group_by: "tags" };
const problem: Problem | null = check("aggregate", request);
const rows: VideoDocument[] = decode("search", "{}", { index: "siv_info" }).results;
void [problem, rows, shape("aggregate", request), ProblemError, DecodeError];
