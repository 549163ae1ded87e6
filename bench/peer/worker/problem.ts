import type { ContentfulStatusCode } from "hono/utils/http-status";

export interface Violation {
  code: string;
  param: string | null;
  message: string;
  allowed?: readonly unknown[];
  did_you_mean?: string;
}

const TITLES: Record<string, string> = {
  invalid_json: "Invalid JSON",
  invalid_type: "Invalid type",
  missing_field: "Missing field",
  unknown_field: "Unknown field",
  value_not_allowed: "Value not allowed",
  field_not_allowed: "Field not allowed",
  limit_violation: "Limit violation",
  window_too_long: "Window too long",
  invalid_date: "Invalid date",
  invalid_range: "Invalid range",
  duplicate_value: "Duplicate value",
  missing_credentials: "Missing credentials",
  invalid_credentials: "Invalid credentials",
  insufficient_scope: "Insufficient scope",
  not_found: "Not found",
  method_not_allowed: "Method not allowed",
  payload_too_large: "Payload too large",
  unsupported_media_type: "Unsupported media type",
  rate_limited: "Rate limited",
  quota_exceeded: "Quota exceeded",
  internal_error: "Internal error",
  backend_unavailable: "Backend unavailable",
  query_timeout: "Query timeout",
};
const RETRYABLE = new Set(["rate_limited", "quota_exceeded", "internal_error", "backend_unavailable", "query_timeout"]);

export class Problem extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly violations: Violation[],
    readonly headers: Record<string, string> = {},
    readonly extra: Record<string, unknown> = {},
  ) {
    super(violations[0]!.message);
  }
  static of(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    param: string | null = null,
    headers: Record<string, string> = {},
    extra: Record<string, unknown> = {},
  ) {
    return new Problem(status, [{ code, param, message }], headers, extra);
  }
  body(requestId: string) {
    const first = this.violations[0]!;
    return {
      type: `/problems/${first.code.replaceAll("_", "-")}`,
      title: TITLES[first.code] ?? "Error",
      status: this.status,
      detail: first.message,
      instance: `urn:request:${requestId}`,
      message: first.message,
      code: first.code,
      param: first.param,
      ...(first.allowed && { allowed: first.allowed }),
      ...(first.did_you_mean && { did_you_mean: first.did_you_mean }),
      errors: this.status === 400 ? this.violations.slice(0, 20) : [],
      request_id: requestId,
      retryable: RETRYABLE.has(first.code),
      ...this.extra,
    };
  }
}
