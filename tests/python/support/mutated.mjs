// Prints mutated requests with the native core's result, one JSON line each: `[operation, base64, verdict]`.
import { mutatedRequests, mutatedBodies, mutatedQuestions, nativeResults } from "../../library/support/parity.mjs";

const requests = [
  ...mutatedRequests(6_000),
  ...mutatedQuestions(2_000),
  ...mutatedBodies("report", 1_000),
  ...mutatedBodies("webhook", 1_000),
];
const verdicts = await nativeResults(requests);
process.stdout.write(
  requests
    .map(({ operation, body }, at) => `${JSON.stringify([operation, body.toString("base64"), verdicts[at]])}\n`)
    .join(""),
);
