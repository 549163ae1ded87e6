// Translates errors into messages for members, with the remedies that the page offers.
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
  brand: "Brand",
  platform: "Platform",
  language: "Language",
  region: "Region",
  sentiment: "Tone",
  topic: "Topic",
  component: "Ingredient",
  category: "Category",
  channel: "Channel",
  influencer: "Creator",
  min_views: "Views",
  q: "Words",
  from: "First day",
  to: "Last day",
  limit: "Rows",
  period: "Period",
};

/** Value of `param` in a refusal about the identity provider's assertion. */
const ASSERTION = "header:Cf-Access-Jwt-Assertion";

const waitText = (seconds: number | undefined) =>
  seconds === undefined
    ? "in a moment"
    : seconds <= 90
      ? `in ${Math.max(1, Math.round(seconds))} seconds`
      : `in ${Math.round(seconds / 60)} minutes`;

export function failureOf(error: unknown): Failure {
  if (error instanceof ProblemError) return problemFailure(error);
  if (error instanceof ConnectionError) {
    const isLate = error.code === "timeout";
    return {
      title: isLate ? "No answer in time" : "No connection",
      detail: isLate
        ? "The service took too long to answer."
        : "The service could not be reached. Check your connection.",
      remedies: ["retry"],
    };
  }
  // The error comes from a deleted file of an older build, or from a response of a newer edge.
  const isOld =
    error instanceof DecodeError || (error instanceof TypeError && /import|module|fetch/i.test(error.message));
  if (isOld)
    return {
      title: "This page is out of date",
      detail: "The dashboard has been updated since you opened it.",
      remedies: ["reload"],
    };
  return {
    title: "Something went wrong on this page",
    detail: error instanceof Error ? error.message : String(error),
    remedies: ["retry", "reload"],
  };
}

/** Describes the plan that includes the operation; the refusal names both plans. */
function planText({ current_plan: current, required_plan: required }: Record<string, unknown>): string {
  const has =
    typeof required === "string"
      ? `It is part of the plan “${required}” and those above it`
      : "Your plan does not include it";
  return `${has}${typeof current === "string" ? `; yours is “${current}”` : ""}. The operator of this service can change your plan.`;
}

function problemFailure({ problem, response }: ProblemError): Failure {
  const requestId = response?.requestId;
  const seconds = response?.retryAfter === undefined ? undefined : response.retryAfter / 1000;
  switch (problem.code) {
    case "missing_credentials":
    case "invalid_credentials":
      if (problem.param === "/identity")
        return {
          title: "You need an invitation",
          detail:
            "Ask an admin of your account for an invitation link, which admins create under Settings, Members. Open it in this browser. From then on, your organisation's sign-in is enough.",
          remedies: [],
          requestId,
        };
      if (problem.param === ASSERTION)
        return {
          title: "Sign in with your organisation first",
          detail:
            "This dashboard requires your organisation's sign-in. Reload the page to sign in. An invitation link that you opened still works: open it again afterwards.",
          remedies: ["reload"],
          requestId,
        };
      return { title: "You are signed out", detail: "Your session has ended.", remedies: ["sign-in"], requestId };
    case "plan_upgrade_required":
      return { title: "Not part of your plan", detail: planText(problem.toJSON()), remedies: ["plan"], requestId };
    case "insufficient_scope":
      return { title: "Your role does not allow this", detail: problem.message, remedies: [], requestId };
    case "account_suspended":
      return {
        title: "This account is suspended",
        detail: "Ask the operator of this service.",
        remedies: [],
        requestId,
      };
    case "rate_limited":
    case "quota_exceeded":
      return {
        title: "Too many requests",
        detail: `Your plan's limit is reached. Try again ${waitText(seconds)}.`,
        remedies: ["retry"],
        requestId,
      };
    case "view_preparing":
      return {
        title: "Your mentions are being prepared",
        detail: `This happens once after new data arrives. Try again ${waitText(seconds)}.`,
        remedies: ["retry"],
        requestId,
      };
    case "query_too_expensive":
      return {
        title: "This query is too large",
        detail: problem.message,
        remedies: ["shorter-window", "clear-filters"],
        requestId,
      };
    case "window_too_long":
      return {
        title: "The period is too long",
        detail: "A period can have at most 24 months.",
        remedies: ["shorter-window"],
        requestId,
      };
    case "limit_reached":
      return { title: "Limit reached", detail: problem.message, remedies: [], requestId };
    case "webhook_exists":
      return {
        title: "This webhook already exists",
        detail: "The account already has a webhook with this address and these events.",
        remedies: [],
        requestId,
      };
    case "report_expired":
      return {
        title: "The files have expired",
        detail: "Report files are kept for 30 days. Create the report again.",
        remedies: [],
        requestId,
      };
    case "conflict":
      if (problem.param !== "/revision")
        return { title: "This is not possible", detail: problem.message, remedies: [], requestId };
      return { title: "Someone else changed this", detail: problem.message, remedies: ["reload"], requestId };
  }
  if (problem.status >= 500)
    return {
      title: "The service is unavailable",
      detail: `Try again ${waitText(seconds)}.`,
      remedies: ["retry"],
      requestId,
    };
  if (problem.status === 404)
    return {
      title: "Not found",
      detail: "It may have been removed, or it never belonged to this account.",
      remedies: [],
      requestId,
    };
  const messages = explain(problem, LABELS).map(({ message }) => message);
  return {
    title: "Invalid filter",
    detail: messages.join(" ") || problem.message,
    remedies: ["clear-filters"],
    requestId,
  };
}
