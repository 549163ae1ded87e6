// Tone of the period, and its change from the period that it is compared with.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { apiQueries } from "../../data/client.ts";
import { useView } from "../../view/view.ts";

type Sentiment = AccountAnswerOf["sentiment"];

export function useSentiment() {
  const { question, questionBefore, window } = useView();
  const sentiment = useQuery({ ...apiQueries.sentiment(question), placeholderData: keepPreviousData });
  const { data: before } = useQuery(apiQueries.sentiment(questionBefore));
  const now = sentiment.data;
  // The answer has the change from the previous period only.
  const change = window.baseline === "previous" ? now?.change : changeFrom(before, now);
  return { sentiment, before, change };
}

/** The change of a tone is in points instead of percent, because its scale is centred on zero. */
const changeFrom = (before: Sentiment | undefined, now: Sentiment | undefined): Sentiment["change"] => ({
  average: difference(before?.average, now?.average),
  net_sentiment: difference(before?.net_sentiment, now?.net_sentiment),
});

const difference = (before: number | null | undefined, now: number | null | undefined) =>
  typeof before === "number" && typeof now === "number" ? now - before : null;
