// What is shown while there is no answer, when there is none, and when there is nothing in it: for every page alike.
import type { UseQueryResult } from "@tanstack/react-query";
import { CircleAlert, Inbox } from "lucide-react";
import { type ReactNode, useId } from "react";
import { failureOf, type Remedy } from "../data/failures.ts";
import { useMay, useSession } from "../data/session.ts";
import { useView } from "../view/view.ts";
import { Button, LinkButton } from "./Button.tsx";

/** A grey place of the size that the answer will have, so that nothing jumps. */
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

/** Why something is not there, with what can be done about it as buttons. */
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
      {requestId && <p className="small soft">Request {requestId}</p>}
    </div>
  );
}

function RemedyButton({ remedy, retry }: { remedy: Remedy; retry: (() => void) | undefined }) {
  const { clearAll, setWindow } = useView();
  switch (remedy) {
    case "retry":
      return retry ? <Button onPress={retry}>Try again</Button> : null;
    case "reload":
      return <Button onPress={() => location.reload()}>Load the page again</Button>;
    case "sign-in":
      return <Button onPress={() => location.assign("/")}>How to sign in</Button>;
    case "clear-filters":
      return <Button onPress={clearAll}>Clear the filters</Button>;
    case "shorter-window":
      return <Button onPress={() => setWindow({ preset: "12m" })}>Look at 12 months</Button>;
    case "plan":
      return <LinkButton to="/settings/brands">See your plan</LinkButton>;
  }
}

/** That there is nothing, why, and what to do. */
export function Empty({
  title = "No mentions here",
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

/** That nothing passes the filters of this period, with the ways out of it. */
export function NoMentions() {
  const { account } = useSession();
  const mayManage = useMay("admin");
  const { filters, window, clearFilters, setWindow } = useView();
  const isFiltered = Object.keys(filters).some((name) => name !== "brand");
  const actions = (
    <>
      {isFiltered && <Button onPress={() => clearFilters()}>Clear the filters</Button>}
      {window.preset !== "12m" && <Button onPress={() => setWindow({ preset: "12m" })}>Look at 12 months</Button>}
    </>
  );
  if (account.brands.length === 0) {
    return (
      <Empty
        title="No brands yet"
        actions={
          <LinkButton to="/settings/brands" look={mayManage ? "main" : "edge"}>
            {mayManage ? "Add a brand" : "See the settings"}
          </LinkButton>
        }
      >
        What counts as a mention follows from your brands and their words.{" "}
        {!mayManage && "An admin of your account adds them."}
      </Empty>
    );
  }
  return (
    <Empty title="No mentions in this period" actions={actions}>
      {isFiltered ? "Nothing in this period passes the filters." : "Nobody has mentioned these brands in this period."}
    </Empty>
  );
}

interface AnswerProps<T> {
  query: UseQueryResult<T>;
  /** What is in the place of the answer until it is there. */
  skeleton: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  /** Whether there is little room for a failure. */
  compact?: boolean;
  children: (data: T) => ReactNode;
}

/** An answer, or what stands in its place. While another one is fetched the last one stays, so that nothing jumps. */
export function Answer<T>({ query, skeleton, isEmpty, empty, compact, children }: AnswerProps<T>) {
  const id = useId();
  if (query.data === undefined) {
    if (query.isError)
      return <Failed error={query.error} retry={() => void query.refetch()} compact={compact ?? false} />;
    return (
      <div aria-busy="true" aria-labelledby={id}>
        <span id={id} className="unseen">
          Loading
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
