/** Queries deliveries of webhooks, and the estimate of a webhook that is being edited. All of them are free. */

import { WEBHOOKS, type WebhookDelivery, type WebhookRequest } from "@dealflow/contract/account/webhooks";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { accountKey, accountQuery, callAccount, FOLLOW_CURSORS, pageSearch } from "./account";

/** Deliveries are polled this often while a first attempt is awaited (ms). */
const POLL_MS = 1_000;
/** An attempt within this time is awaited (ms), such as the first retry. */
const SOON_MS = 10_000;

/** @param filters by `DELIVERY_PARAMETERS` */
export function deliveriesQuery(filters: Readonly<Record<string, string>>) {
  return infiniteQueryOptions({
    queryKey: [...accountKey(WEBHOOKS.webhookDeliveries), filters],
    queryFn: ({ pageParam }) => callAccount(WEBHOOKS.webhookDeliveries, { search: pageSearch(pageParam, filters) }),
    ...FOLLOW_CURSORS,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isAwaited)) === true ? POLL_MS : false,
  });
}

function isDue({ state, nextAttemptAt }: WebhookDelivery): boolean {
  return state === "pending" && nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < SOON_MS;
}

function isAwaited({ state, attempts }: WebhookDelivery): boolean {
  return state === "pending" && attempts === 0;
}

export function deliveryQuery(id: string) {
  return queryOptions({
    ...accountQuery(WEBHOOKS.webhookDelivery, { id }),
    staleTime: 0,
    // A retry can be a day away, and is not waited for.
    refetchInterval: ({ state: { data } }) => (data !== undefined && isDue(data) ? POLL_MS : false),
  });
}

export function activityQuery() {
  return queryOptions({
    // The key makes it refetch with the deliveries.
    queryKey: [...accountKey(WEBHOOKS.webhookDeliveries), "activity"],
    queryFn: () => callAccount(WEBHOOKS.webhookActivity),
  });
}

/** Counts the deliveries of a webhook since that time that failed or were not sent. */
export function missedQuery(id: string, since: string) {
  return queryOptions({
    queryKey: [...accountKey(WEBHOOKS.countWebhookReplays), id, since],
    queryFn: async () =>
      (await callAccount(WEBHOOKS.countWebhookReplays, { id, search: new URLSearchParams({ since }) })).count,
    staleTime: 0,
  });
}

export function estimateQuery(events: WebhookRequest["events"]) {
  return queryOptions({
    queryKey: [...accountKey(WEBHOOKS.estimateWebhook), events],
    queryFn: async () => {
      const { counts } = await callAccount(WEBHOOKS.estimateWebhook, { body: { events } });
      return counts.reduce((sum, { count }) => sum + count, 0);
    },
    enabled: events.length > 0,
    placeholderData: keepPreviousData,
  });
}
