// Tone of the period and of the period that it is compared with.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { apiQueries } from "../../data/client.ts";
import { useView } from "../../view/view.ts";

export function useSentiment() {
  const { question, questionBefore } = useView();
  const sentiment = useQuery({ ...apiQueries.sentiment(question), placeholderData: keepPreviousData });
  const { data: before } = useQuery({ ...apiQueries.sentiment(questionBefore), placeholderData: keepPreviousData });
  return { sentiment, before };
}
