// Translates errors into messages for members, with the remedies that the page offers.
import { t } from "@lingui/core/macro";
import { ConnectionError, DecodeError, ProblemError } from "overheard";
import { explain } from "overheard/forms";

/** Remedy that the page offers as a button. */
export type Remedy = "retry" | "sign-in" | "clear-filters" | "shorter-window" | "reload" | "plan";

export interface Failure {
  title: string;
  detail: string;
  remedies: Remedy[];
  /** Request id that members quote when they ask for support. */
  requestId?: string | undefined;
}

/** Names of API parameters on the page. */
export const LABELS: Record<string, string> = {
  brand: t`Brand`,
  platform: t`Platform`,
  language: t`Language`,
  region: t`Region`,
  sentiment: t`Tone`,
  topic: t`Topic`,
  component: t`Ingredient`,
  category: t`Category`,
  channel: t`Channel`,
  influencer: t`Creator`,
  min_views: t`Views`,
  q: t`Words`,
  from: t`First day`,
  to: t`Last day`,
  limit: t`Rows`,
  period: t`Period`,
};

/** Value of `param` in a refusal about the identity provider's assertion. */
const ASSERTION = "header:Cf-Access-Jwt-Assertion";

/** Asks to try again after a time. */
function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return t`Try again in a moment.`;
  const [wait, minutes] = [Math.max(1, Math.round(seconds)), Math.round(seconds / 60)];
  return seconds <= 90 ? t`Try again in ${wait} seconds.` : t`Try again in ${minutes} minutes.`;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ProblemError) return problemFailure(error);
  if (error instanceof ConnectionError) {
    const isLate = error.code === "timeout";
    return {
      title: isLate ? t`No answer in time` : t`No connection`,
      detail: isLate
        ? t`The service took too long to answer.`
        : t`The service could not be reached. Check your connection.`,
      remedies: ["retry"],
    };
  }
  // The error comes from a deleted file of an older build, or from a response of a newer edge.
  const isOld =
    error instanceof DecodeError || (error instanceof TypeError && /import|module|fetch/i.test(error.message));
  if (isOld)
    return {
      title: t`This page is out of date`,
      detail: t`The dashboard has been updated since you opened it.`,
      remedies: ["reload"],
    };
  return {
    title: t`Something went wrong on this page`,
    detail: error instanceof Error ? error.message : String(error),
    remedies: ["retry", "reload"],
  };
}

/** Describes the plan that includes the operation; the refusal names both plans. */
function planText({ current_plan: current, required_plan: required }: Record<string, unknown>): string {
  const end = t`The operator of this service can change your plan.`;
  if (typeof required !== "string")
    return typeof current === "string"
      ? `${t`Your plan does not include it; yours is “${current}”.`} ${end}`
      : `${t`Your plan does not include it.`} ${end}`;
  return typeof current === "string"
    ? `${t`It is part of the plan “${required}” and those above it; yours is “${current}”.`} ${end}`
    : `${t`It is part of the plan “${required}” and those above it.`} ${end}`;
}

function problemFailure({ problem, response }: ProblemError): Failure {
  const requestId = response?.requestId;
  const seconds = response?.retryAfter === undefined ? undefined : response.retryAfter / 1000;
  switch (problem.code) {
    case "missing_credentials":
    case "invalid_credentials":
      if (problem.param === "/identity")
        return {
          title: t`You need an invitation`,
          detail: t`Ask an admin of your account for an invitation link, which admins create under Settings, Members. Open it in this browser. From then on, your organisation's sign-in is enough.`,
          remedies: [],
          requestId,
        };
      if (problem.param === ASSERTION)
        return {
          title: t`Sign in with your organisation first`,
          detail: t`This dashboard requires your organisation's sign-in. Reload the page to sign in. An invitation link that you opened still works: open it again afterwards.`,
          remedies: ["reload"],
          requestId,
        };
      return { title: t`You are signed out`, detail: t`Your session has ended.`, remedies: ["sign-in"], requestId };
    case "plan_upgrade_required":
      return { title: t`Not part of your plan`, detail: planText(problem.toJSON()), remedies: ["plan"], requestId };
    case "insufficient_scope":
      return { title: t`Your role does not allow this`, detail: problem.message, remedies: [], requestId };
    case "account_suspended":
      return {
        title: t`This account is suspended`,
        detail: t`Ask the operator of this service.`,
        remedies: [],
        requestId,
      };
    case "rate_limited":
    case "quota_exceeded":
      return {
        title: t`Too many requests`,
        detail: `${t`Your plan's limit is reached.`} ${waitText(seconds)}`,
        remedies: ["retry"],
        requestId,
      };
    case "view_preparing":
      return {
        title: t`Your mentions are being prepared`,
        detail: `${t`This happens once after new data arrives.`} ${waitText(seconds)}`,
        remedies: ["retry"],
        requestId,
      };
    case "query_too_expensive":
      return {
        title: t`This query is too large`,
        detail: problem.message,
        remedies: ["shorter-window", "clear-filters"],
        requestId,
      };
    case "window_too_long":
      return {
        title: t`The period is too long`,
        detail: t`A period can have at most 24 months.`,
        remedies: ["shorter-window"],
        requestId,
      };
    case "limit_reached":
      return { title: t`Limit reached`, detail: problem.message, remedies: [], requestId };
    case "webhook_exists":
      return {
        title: t`This webhook already exists`,
        detail: t`The account already has a webhook with this address and these events.`,
        remedies: [],
        requestId,
      };
    case "report_expired":
      return {
        title: t`The files have expired`,
        detail: t`Report files are kept for 30 days. Create the report again.`,
        remedies: [],
        requestId,
      };
    case "conflict":
      if (problem.param !== "/revision")
        return { title: t`This is not possible`, detail: problem.message, remedies: [], requestId };
      return { title: t`Someone else changed this`, detail: problem.message, remedies: ["reload"], requestId };
  }
  if (problem.status >= 500)
    return {
      title: t`The service is unavailable`,
      detail: waitText(seconds),
      remedies: ["retry"],
      requestId,
    };
  if (problem.status === 404)
    return {
      title: t`Not found`,
      detail: t`It may have been removed, or it never belonged to this account.`,
      remedies: [],
      requestId,
    };
  const messages = explain(problem, LABELS).map(({ message }) => message);
  return {
    title: t`Invalid filter`,
    detail: messages.join(" ") || problem.message,
    remedies: ["clear-filters"],
    requestId,
  };
}
