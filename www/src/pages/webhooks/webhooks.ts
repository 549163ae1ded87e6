// Queries and mutations for webhooks and deliveries.
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { CreatedWebhook, Webhook } from "overheard";
import { apiQueries, client, DASHBOARD_HEADER, queryClient } from "../../data/client.ts";
import { dashboardPages, requestDashboard } from "../../data/dashboard-api.ts";
import type { DeliveryStatus } from "./kinds.ts";

export interface Attempt {
  at: string;
  status: number | null;
  milliseconds: number;
  answer: string | null;
  error: string | null;
}

export interface Delivery {
  event: string;
  type: string;
  status: DeliveryStatus;
  next_attempt_at: string | null;
  created_at: string;
  ended_at: string | null;
  attempts: Attempt[];
}

interface DeliveryPage {
  deliveries: Delivery[];
  next: string | null;
}

/** Polling interval while deliveries are pending. */
const POLL_MS = 2_000;
/** States that are polled. Deliveries that wait for a retry are not. */
const POLLED: DeliveryStatus[] = ["pending", "sending"];

/** Loads the webhooks in one page: an account has at most 50. */
export const useWebhooks = () => useInfiniteQuery({ ...apiQueries.webhooks.infinite({ limit: 100 }), staleTime: 0 });

export const useDeliveries = (id: string, status: DeliveryStatus | undefined) =>
  useInfiniteQuery({
    ...dashboardPages<DeliveryPage>(`/webhooks/${id}/deliveries`, status ? { status } : {}),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some((delivery) => POLLED.includes(delivery.status)))
        ? POLL_MS
        : false,
  });

const reload = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ["overheard", "webhooks"] }),
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith("/webhooks/") }),
  ]);

/**
 * Creates a mutation that reloads the lists. The response goes to `done` only and is never cached, because it may
 * contain a secret.
 */
function useWebhookMutation<Input, Answer>(work: (input: Input) => Promise<Answer>, done?: (answer: Answer) => void) {
  return useMutation({
    mutationFn: async (input: Input) => {
      const answer = await work(input);
      await reload();
      done?.(answer);
    },
  });
}

/**
 * Registers a webhook. Skips the client's validation, because a local edge accepts more addresses than a deployed one.
 */
export const useRegister = (done: (webhook: CreatedWebhook) => void) =>
  useWebhookMutation(
    (webhook: Record<string, unknown>) =>
      client.request<CreatedWebhook>({
        method: "POST",
        path: "/v1/webhooks",
        headers: { ...DASHBOARD_HEADER, "Content-Type": "application/json" },
        body: JSON.stringify(webhook),
      }),
    done,
  );

export const useTest = (done: (event: string) => void) =>
  useWebhookMutation(
    (id: string) => requestDashboard<{ event: string }>("POST", `/webhooks/${id}/test`),
    ({ event }) => done(event),
  );
export const useRotate = (done: (webhook: CreatedWebhook) => void) =>
  useWebhookMutation((id: string) => requestDashboard<CreatedWebhook>("POST", `/webhooks/${id}/rotate`), done);
export const useDisable = () =>
  useWebhookMutation((id: string) => requestDashboard<Webhook>("POST", `/webhooks/${id}/disable`));
/** Deletes a webhook. Calls `gone` before the lists reload, so that the page leaves the webhook first. */
export const useDelete = (gone: () => void) =>
  useWebhookMutation(async (id: string) => {
    await client.deleteWebhook(id);
    gone();
  });
export const useReplay = (done: (events: string[]) => void) =>
  useWebhookMutation(
    ({ id, ...which }: { id: string; from?: string; event?: string }) =>
      requestDashboard<{ events: string[] }>("POST", `/webhooks/${id}/replay`, { body: which }),
    ({ events }) => done(events),
  );
