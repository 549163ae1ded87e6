// Button that loads the next page of a list.
import { t } from "@lingui/core/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "./Button.tsx";

export const More = ({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}) =>
  hasNextPage ? (
    <div>
      <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
        {isFetchingNextPage ? t`Loading` : t`Show more`}
      </Button>
    </div>
  ) : null;
