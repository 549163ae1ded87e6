// Everything that is measured. Ours is first, then the peers from the quickest to the slowest, as they usually are.
import * as ajvAnswers from "../peers/ajv/answers.mjs";
import * as ajvRequests from "../peers/ajv/requests.mjs";
import * as arktypeAnswers from "../peers/arktype/answers.mjs";
import * as arktypeRequests from "../peers/arktype/requests.mjs";
import * as typeboxAnswers from "../peers/typebox/answers.mjs";
import * as typeboxRequests from "../peers/typebox/requests.mjs";
import * as valibotAnswers from "../peers/valibot/answers.mjs";
import * as valibotRequests from "../peers/valibot/requests.mjs";
import * as miniAnswers from "../peers/zod-mini/answers.mjs";
import * as miniRequests from "../peers/zod-mini/requests.mjs";
import * as zodAnswers from "../peers/zod/answers.mjs";
import * as zodRequests from "../peers/zod/requests.mjs";
import { before, subjects as ours } from "./overheard.mjs";
import { bareParse, peer } from "./peer.mjs";

export const SUBJECTS = [
  ...ours,
  bareParse,
  peer("ajv", ajvRequests, ajvAnswers),
  peer("typebox", typeboxRequests, typeboxAnswers),
  peer("arktype", arktypeRequests, arktypeAnswers),
  peer("zod", zodRequests, zodAnswers),
  peer("zod-mini", miniRequests, miniAnswers),
  peer("valibot", valibotRequests, valibotAnswers),
];

/** Takes an earlier build of the package among them. */
export const addBefore = async (checkout) => SUBJECTS.push(await before(checkout));
