// Numbers of the period, and their change from the period that it is compared with.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { apiQueries } from "../../data/client.ts";
import { useView } from "../../view/view.ts";

type Totals = AccountAnswerOf["mention-stats"]["totals"];
type Counted = "mentions" | "unique_videos" | "views";

export function useMentionStats() {
  const { question, questionBefore, window } = useView();
  // The answer has the change from the previous period only.
  const isAnswered = window.baseline === "previous";
  const stats = useQuery({ ...apiQueries.mentionStats(question), placeholderData: keepPreviousData });
  const { data: before } = useQuery({ ...apiQueries.mentionStats(questionBefore), enabled: !isAnswered });
  const now = stats.data;
  return { stats, change: isAnswered ? now?.change_pct : changeFrom(before?.totals, now?.totals) };
}

const changeFrom = (before: Totals | undefined, now: Totals | undefined): Record<Counted, number | null> => {
  const percent = (of: Counted) =>
    before && now && before[of] > 0 ? (100 * (now[of] - before[of])) / before[of] : null;
  return { mentions: percent("mentions"), unique_videos: percent("unique_videos"), views: percent("views") };
};
