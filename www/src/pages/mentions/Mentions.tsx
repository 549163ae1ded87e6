// Mentions page: filters, saved searches, the feed, and a drawer with one mention.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell, Code, Download, EllipsisVertical, Keyboard } from "lucide-react";
import type { Mention } from "overheard";
import { lazy, Suspense, useState } from "react";
import { apiQueries, client } from "../../data/client.ts";
import { useHasRole, usePlanIncludes } from "../../data/session.ts";
import { FilterBar } from "../../filters/FilterBar.tsx";
import { IconButton } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { csvOf, fileName, save } from "../../parts/download.ts";
import { DialogBox, MenuOf } from "../../parts/Overlays.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { useShortcuts } from "../../parts/shortcuts.ts";
import { Failed } from "../../parts/States.tsx";
import { withFilters } from "../../view/filters.ts";
import { addressOf, type MentionOrder, useAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { CSV_COLUMNS } from "./csv-columns.ts";
import { FeedList } from "./FeedList.tsx";
import { SaveView } from "./SaveView.tsx";
import { SavedViews } from "./SavedViews.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { Why } from "./Why.tsx";
import "./mentions.css";

const MentionDrawer = lazy(() =>
  import("./MentionDrawer.tsx").then(({ MentionDrawer: Component }) => ({ default: Component })),
);
const RequestDialog = lazy(() => import("../../charts/RequestDialog.tsx"));

const SORTS: Record<MentionOrder, string> = {
  upload_date: t`Newest first`,
  indexed_at: t`Recently added first`,
  views: t`Most viewed first`,
  "sentiment_score.asc": t`Most negative first`,
  sentiment_score: t`Most positive first`,
};
/** Maximum number of rows in a download from the page. Reports can contain more. */
const MAX_DOWNLOAD = 1_000;

const headText = (mentions: number | undefined, days: string) =>
  mentions === undefined
    ? t`Mentions, ${days}`
    : t`${plural(mentions, { one: "# mention", other: "# mentions" })}, ${days}`;

export default function Mentions() {
  const { question, window, filters: allFilters } = useView();
  const { params, set, go } = useAddress();
  const [isAdmin, hasAlerts] = [useHasRole("admin"), usePlanIncludes("webhooks")];
  const [isRequestOpen, setRequestOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  useShortcuts({ s: () => setSaving(true), "?": () => setHelpOpen(true) });
  const [failure, setFailure] = useState<unknown>();
  const chosen = params.get("sort") as MentionOrder | null;
  const sort: MentionOrder = chosen && chosen in SORTS ? chosen : "upload_date";
  const since = params.get("since");
  const [by, order] = sort.split(".") as [
    "upload_date" | "indexed_at" | "views" | "sentiment_score",
    "asc" | undefined,
  ];
  // `indexed_after` replaces the period: new mentions can have any date.
  const { from: _from, to: _to, ...filters } = question;
  const request = {
    ...(since ? { ...filters, indexed_after: since } : question),
    sort: by,
    order: order ?? "desc",
  } as const;
  const stats = useQuery({ ...apiQueries.mentionStats(question), enabled: !since });
  const open = params.get("mention");
  const viewParams = new URLSearchParams(params);
  viewParams.delete("mention");

  const download = async () => {
    try {
      const rows: Mention[] = [];
      for await (const mention of client.mentions({ ...request, limit: 100 }))
        if (rows.push(mention) >= MAX_DOWNLOAD) break;
      save(csvOf(CSV_COLUMNS, rows), fileName("mentions", window, "csv"));
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    }
  };
  const maxRows = words.count(MAX_DOWNLOAD);
  const actions = (
    <>
      <SelectOf
        label={t`Order`}
        options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
        chosen={sort}
        onChange={(value) => set({ sort: value === "upload_date" ? undefined : value })}
      />
      <SavedViews page="/mentions" search={viewParams.toString()} />
      <MenuOf
        label={t`Mentions`}
        button={
          <IconButton label={t`Mentions: export`}>
            <EllipsisVertical size={17} />
          </IconButton>
        }
        choices={[
          {
            id: "csv",
            text: t`Download CSV (first ${maxRows})`,
            icon: <Download size={15} aria-hidden="true" />,
            onAction: () => void download(),
          },
          ...(isAdmin && hasAlerts
            ? [
                {
                  id: "alert",
                  text: t`Create an alert`,
                  icon: <Bell size={15} aria-hidden="true" />,
                  onAction: () =>
                    go(addressOf("/alerts", withFilters(new URLSearchParams({ make: "alert" }), allFilters))),
                },
              ]
            : []),
          {
            id: "request",
            text: t`View API request`,
            icon: <Code size={15} aria-hidden="true" />,
            onAction: () => setRequestOpen(true),
          },
          {
            id: "shortcuts",
            text: t`Keyboard shortcuts`,
            icon: <Keyboard size={15} aria-hidden="true" />,
            onAction: () => setHelpOpen(true),
          },
        ]}
      />
    </>
  );
  const sinceText = since && words.moment(since);
  return (
    <>
      <PageHead title={t`Mentions`} actions={actions}>
        {since ? (
          <Trans>
            New since {sinceText}.{" "}
            <button type="button" className="link" onClick={() => set({ since: undefined })}>
              Show all
            </button>
          </Trans>
        ) : (
          headText(stats.data?.totals.mentions, words.days(window.from, window.to))
        )}
      </PageHead>
      <FilterBar />
      {failure !== undefined && <Failed error={failure} retry={() => void download()} compact />}
      {!since && <Why />}
      <FeedList question={request} />
      {open && (
        <Suspense>
          <MentionDrawer id={open} onClose={() => set({ mention: undefined })} />
        </Suspense>
      )}
      {isSaving && (
        <DialogBox title={t`Save this search`} isOpen onClose={() => setSaving(false)}>
          <SaveView page="/mentions" search={viewParams.toString()} autoFocus onSaved={() => setSaving(false)} />
        </DialogBox>
      )}
      {isHelpOpen && <Shortcuts onClose={() => setHelpOpen(false)} />}
      {isRequestOpen && (
        <Suspense>
          <RequestDialog
            title={t`Mentions`}
            questions={[{ operation: "mentions", question: request }]}
            onClose={() => setRequestOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
