// Loading, error and empty states, for every page alike.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { CircleAlert, Inbox } from "lucide-react";
import { type ReactNode, useId } from "react";
import { failureOf, type Remedy } from "../data/failures.ts";
import { useHasRole, useSession } from "../data/session.ts";
import { useLastDay, useView } from "../view/view.ts";
import * as words from "../view/words.ts";
import { Button, LinkButton } from "./Button.tsx";

/** Grey box of the size of the content that is loading, so that nothing shifts. */
export function Skeleton({ height, lines }: { height?: number; lines?: number }) {
  if (lines)
    return (
      <div className="skeleton-lines" aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          <span key={line} className="skeleton" />
        ))}
      </div>
    );
  return <div className="skeleton" aria-hidden="true" style={{ height }} />;
}

/** Error message with its remedies as buttons. */
export function Failed({
  error,
  retry,
  compact = false,
}: {
  error: unknown;
  retry?: (() => void) | undefined;
  compact?: boolean;
}) {
  const { title, detail, remedies, requestId } = failureOf(error);
  return (
    <div className={compact ? "state compact" : "state"} role="alert">
      <CircleAlert size={22} aria-hidden="true" />
      <p className="state-title">{title}</p>
      <p>{detail}</p>
      {remedies.length > 0 && (
        <div className="row">
          {remedies.map((remedy) => (
            <RemedyButton key={remedy} remedy={remedy} retry={retry} />
          ))}
        </div>
      )}
      {requestId && (
        <p className="small soft">
          <Trans>Request {requestId}</Trans>
        </p>
      )}
    </div>
  );
}

function RemedyButton({ remedy, retry }: { remedy: Remedy; retry: (() => void) | undefined }) {
  const { clearAll, setWindow } = useView();
  switch (remedy) {
    case "retry":
      return retry ? <Button onPress={retry}>{t`Try again`}</Button> : null;
    case "reload":
      return <Button onPress={() => location.reload()}>{t`Reload the page`}</Button>;
    case "sign-in":
      return <Button onPress={() => location.assign("/")}>{t`How to sign in`}</Button>;
    case "clear-filters":
      return <Button onPress={clearAll}>{t`Clear filters`}</Button>;
    case "shorter-window":
      return <Button onPress={() => setWindow({ preset: "12m" })}>{t`Show 12 months`}</Button>;
    case "plan":
      return <LinkButton to="/settings/brands">{t`See your plan`}</LinkButton>;
  }
}

/** Empty state: what is missing, why, and what to do. */
export function Empty({
  title = t`No mentions`,
  children,
  actions,
}: {
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="state">
      <Inbox size={22} aria-hidden="true" />
      <p className="state-title">{title}</p>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}

/** Empty state for a period without matching mentions, with buttons that widen the search. */
export function NoMentions() {
  const { account } = useSession();
  const mayManage = useHasRole("admin");
  const { filters, window, clearFilters, setWindow } = useView();
  const last = useLastDay();
  const lastDay = words.day(last);
  const isFiltered = Object.keys(filters).some((name) => name !== "brand");
  const actions = (
    <>
      {isFiltered && <Button onPress={() => clearFilters()}>{t`Clear filters`}</Button>}
      {window.preset !== "12m" && <Button onPress={() => setWindow({ preset: "12m" })}>{t`Show 12 months`}</Button>}
    </>
  );
  if (account.brands.length === 0) {
    return (
      <Empty
        title={t`No brands yet`}
        actions={
          <LinkButton to="/settings/brands" variant={mayManage ? "main" : "edge"}>
            {mayManage ? t`Add a brand` : t`See the settings`}
          </LinkButton>
        }
      >
        <Trans>Your brands and their terms define what counts as a mention.</Trans>{" "}
        {!mayManage && t`An admin of your account adds them.`}
      </Empty>
    );
  }
  if (window.from > last)
    return (
      <Empty
        title={t`No data in this period`}
        actions={<Button onPress={() => setWindow({ preset: "30d" })}>{t`Show the last 30 days of data`}</Button>}
      >
        <Trans>The data ends on {lastDay}.</Trans>
      </Empty>
    );
  return (
    <Empty title={t`No mentions in this period`} actions={actions}>
      {isFiltered
        ? t`No mention in this period matches the filters.`
        : t`No one mentioned these brands in this period.`}
    </Empty>
  );
}

interface AnswerProps<T> {
  query: UseQueryResult<T>;
  /** Placeholder while the response loads. */
  skeleton: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  /** True if errors are shown in the compact form. */
  compact?: boolean;
  children: (data: T) => ReactNode;
}

/**
 * Renders a response, or its loading, error or empty state. Keeps the previous response while another one loads, so
 * that nothing shifts.
 */
export function Answer<T>({ query, skeleton, isEmpty, empty, compact, children }: AnswerProps<T>) {
  const id = useId();
  if (query.data === undefined) {
    if (query.isError)
      return <Failed error={query.error} retry={() => void query.refetch()} compact={compact ?? false} />;
    return (
      <div aria-busy="true" aria-labelledby={id}>
        <span id={id} className="unseen">
          <Trans>Loading</Trans>
        </span>
        {skeleton}
      </div>
    );
  }
  if (isEmpty?.(query.data)) return empty ?? <NoMentions />;
  return (
    <div className={query.isPlaceholderData ? "answer stale" : "answer"} aria-busy={query.isPlaceholderData}>
      {query.isError && <Failed error={query.error} retry={() => void query.refetch()} compact />}
      {children(query.data)}
    </div>
  );
}
