// Mentions, page by page.
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Asked } from "./App.tsx";
import { ask } from "./insights.ts";

export function Mentions({ asked }: { asked: Asked }) {
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    ask.mentions.infinite({ ...asked, limit: 5 }),
  );
  const mentions = data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section aria-label="Mentions">
      <ol>
        {mentions.map(({ id, brand, upload_date, sentiment, video }) => (
          <li key={id}>
            <time>{upload_date}</time> {brand?.label}: {video.title ?? "without a title"}{" "}
            <em className={sentiment.label}>{sentiment.label}</em>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
          More
        </button>
      )}
    </section>
  );
}
