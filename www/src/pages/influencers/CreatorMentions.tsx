// Paginated mentions of one creator, with the mention filters.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Code } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { apiQueries } from "../../data/client.ts";
import { FilterBar } from "../../filters/FilterBar.tsx";
import { Button, LinkButton } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { Answer, Failed, Skeleton } from "../../parts/States.tsx";
import { addressOf, useAddress, useView } from "../../view/view.ts";
import { MentionRow } from "../mentions/MentionRow.tsx";
import "../mentions/mentions.css";
import { useCreatorMentionsAddress } from "./profile.ts";

const MentionDrawer = lazy(() =>
  import("../mentions/MentionDrawer.tsx").then(({ MentionDrawer: Component }) => ({ default: Component })),
);
const RequestDialog = lazy(() => import("../../charts/RequestDialog.tsx"));

const SORTS = {
  upload_date: t`Newest first`,
  views: t`Most viewed first`,
  "sentiment_score.asc": t`Most negative first`,
  sentiment_score: t`Most positive first`,
} as const;
type Sort = keyof typeof SORTS;

export function CreatorMentions({ id }: { id: string }) {
  const { params, path, set } = useAddress();
  const { question, filters } = useView();
  const address = useCreatorMentionsAddress(id);
  const [isRequestOpen, setRequestOpen] = useState(false);
  const sortParam = params.get("mentions_sort") as Sort | null;
  const sort: Sort = sortParam && sortParam in SORTS ? sortParam : "upload_date";
  const [by, order] = sort.split(".") as ["upload_date" | "views" | "sentiment_score", "asc" | undefined];
  // Drops the channel and creator filters, because the creator's id is in the path.
  const { channel: _channel, influencer: _influencer, ...otherFilters } = question;
  const request = { ...otherFilters, sort: by, order: order ?? ("desc" as const) };
  const mentions = useInfiniteQuery({
    ...apiQueries.influencerMentions.infinite(id, request),
    placeholderData: keepPreviousData,
  });
  const rows = mentions.data?.pages.flatMap(({ data }) => data) ?? [];
  const open = params.get("mention");
  const addressFor = (mention: string) => {
    const changed = new URLSearchParams(params);
    changed.set("mention", mention);
    return addressOf(path, changed);
  };
  const actions = (
    <>
      <SelectOf
        label={t`Order`}
        options={Object.entries(SORTS).map(([value, label]) => ({ value: value as Sort, label }))}
        chosen={sort}
        onChange={(value) => set({ mentions_sort: value === "upload_date" ? undefined : value })}
      />
      <Button variant="plain" icon={<Code size={15} aria-hidden="true" />} onPress={() => setRequestOpen(true)}>
        <Trans>View API request</Trans>
      </Button>
      <LinkButton to={address(filters)} variant="plain">
        <Trans>Open in Mentions</Trans>
      </LinkButton>
    </>
  );
  return (
    <Card title={t`What they say`} actions={actions}>
      <FilterBar without={["influencer", "channel"]} />
      <Answer query={mentions} skeleton={<Skeleton lines={12} />} isEmpty={() => rows.length === 0}>
        {() => (
          <>
            {rows.map((mention) => (
              <MentionRow key={mention.id} mention={mention} to={addressFor(mention.id)} isOpen={mention.id === open} />
            ))}
            {mentions.isFetchNextPageError && (
              <Failed error={mentions.error} retry={() => void mentions.fetchNextPage()} compact />
            )}
            {mentions.hasNextPage && (
              <p className="more">
                <Button isPending={mentions.isFetchingNextPage} onPress={() => void mentions.fetchNextPage()}>
                  {mentions.isFetchingNextPage ? t`Loading` : t`Show more`}
                </Button>
              </p>
            )}
          </>
        )}
      </Answer>
      {open && (
        <Suspense>
          <MentionDrawer id={open} onClose={() => set({ mention: undefined })} />
        </Suspense>
      )}
      {isRequestOpen && (
        <Suspense>
          <RequestDialog
            title={t`What they say`}
            questions={[{ operation: "influencer-mentions", question: { id, ...request } }]}
            onClose={() => setRequestOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}
