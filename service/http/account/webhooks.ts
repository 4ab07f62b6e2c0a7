/** Webhooks of the open workspace: subscriptions, secrets, tests and estimates, and their deliveries. */

import { LIST_PARAMETERS } from "@dealflow/contract/account/lists";
import {
  ACTIVITY_HOURS,
  DELIVERY_PARAMETERS,
  DELIVERY_STATES,
  REPLAY_SINCE,
  WEBHOOKS,
  type WebhookRequest,
} from "@dealflow/contract/account/webhooks";
import { canonicalizeQuery } from "@dealflow/contract/query/feed-query";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { nameHint } from "@dealflow/contract/query/nearest";
import { quote } from "@dealflow/contract/query/quote";
import { characters, isUuid, isWellFormed, parseInstant } from "@dealflow/contract/query/syntax";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_FEED_NAMES, WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
import type { Context } from "hono";
import { SOURCES } from "@/service/feed/feeds";
import type { Outbound } from "@/service/net/outbound";
import {
  countMissed,
  type DeliveryFilter,
  getDelivery,
  listDeliveries,
  readActivity,
  replayDelivery,
  replayMissed,
  sendTestEvent,
} from "@/service/webhooks/deliveries";
import { type ParsedSelection, parseSelection, type Selection } from "@/service/webhooks/selections";
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  endSecretOverlap,
  getWebhook,
  listWebhooks,
  readWebhookMode,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookDraft,
} from "@/service/webhooks/subscriptions";
import { ApiError } from "../api-error";
import type { Env } from "../context";
import { handleEach } from "./endpoint-handlers";
import { listPage } from "./request-input";

const DAY_MS = 86_400_000;
const DEFAULT_HOURS = 24;

export const WEBHOOK_HANDLERS = handleEach(WEBHOOKS, {
  webhooks: async ({ pools }, { workspaceId, now }) => {
    const webhooks = await listWebhooks(pools.main, workspaceId, now);
    return { mode: await readWebhookMode(pools.main, workspaceId), webhooks };
  },

  addWebhook: async ({ pools, outbound }, { workspaceId, body, now }) =>
    createWebhook(pools.main, workspaceId, await parseDraft(outbound, await body()), now),

  changeWebhook: async ({ pools, outbound }, { id, workspaceId, body, now }) =>
    updateWebhook(pools.main, workspaceId, id, await parseDraft(outbound, await body()), now),

  removeWebhook: async ({ pools }, { id, workspaceId }) => {
    if (!(await deleteWebhook(pools.main, workspaceId, id)))
      throw new ApiError("NOT_FOUND", "This webhook no longer exists.");
  },

  enableWebhook: ({ pools }, { id, workspaceId, now }) => enableWebhook(pools.main, workspaceId, id, now),

  disableWebhook: ({ pools }, { id, workspaceId, now }) => disableWebhook(pools.main, workspaceId, id, now),

  rotateWebhookSecret: async ({ pools }, { id, workspaceId, body, now }) =>
    rotateWebhookSecret(pools.main, workspaceId, id, (await body()).hours, now),

  endWebhookOverlap: ({ pools }, { id, workspaceId, now }) => endSecretOverlap(pools.main, workspaceId, id, now),

  testWebhook: async ({ pools, outbound }, { id, workspaceId, body, now }) => {
    const { event } = await body();
    const { url } = await getWebhook(pools.main, workspaceId, id, now);
    await checkUrl(outbound, url);
    return sendTestEvent(pools.main, workspaceId, id, event, now);
  },

  /**
   * Counts by previews, without regard to what is owned, one after the other: counting takes at most one of the
   * connections for totals.
   */
  estimateWebhook: async ({ feeds }, { body }) => {
    const earliest = Date.now() - WEBHOOK_LIMITS.estimateDays * DAY_MS;
    const counts: { event: string; count: number }[] = [];
    for (const { event, filters } of parseSelections((await body()).events)) {
      const feed = WEBHOOK_FEED_NAMES[event];
      const from = typeof filters.since === "string" ? parseInstant(filters.since, "start") : undefined;
      const since = new Date(Math.max(earliest, from ?? earliest)).toISOString();
      const source = SOURCES[feed];
      const { query } = toFreeQuery(feed, canonicalizeQuery(source.feed, { ...filters, since }, new Date()).query);
      const count = await feeds.countMatches({ source, query });
      counts.push({ event, count });
    }
    return { counts };
  },

  webhookDeliveries: ({ pools }, { c, workspaceId }) => {
    const filter = parseFilter(c);
    return listPage(
      c,
      ({ limit, after }) => listDeliveries(pools.main, workspaceId, filter, { limit, after: after?.id }),
      // Ids are in order of time: the list needs no other key.
      ({ id }) => ({ key: 0, id }),
    );
  },

  webhookDelivery: ({ pools }, { id, workspaceId, now }) => getDelivery(pools.main, workspaceId, id, now),

  replayWebhookDelivery: ({ pools }, { id, workspaceId, now }) => replayDelivery(pools.main, workspaceId, id, now),

  countWebhookReplays: async ({ pools }, { c, id, workspaceId }) => {
    const since = parseTime(c, REPLAY_SINCE, "start") ?? new Date(0);
    return { count: await countMissed(pools.main, workspaceId, id, since) };
  },

  replayWebhookDeliveries: async ({ pools }, { id, workspaceId, body, now }) => {
    const { since } = await body();
    return { count: await replayMissed(pools.main, workspaceId, id, new Date(since), now) };
  },

  webhookActivity: async ({ pools }, { c, workspaceId, now }) => {
    const text = c.req.query(ACTIVITY_HOURS) ?? String(DEFAULT_HOURS);
    const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    const most = WEBHOOK_LIMITS.chartHours;
    if (hours < 1 || hours > most)
      throw new ApiError("INVALID_INPUT", `${ACTIVITY_HOURS} must be a whole number from 1 to ${most}`);
    return { hours: await readActivity(pools.main, workspaceId, hours, now) };
  },
});

async function parseDraft(outbound: Outbound, { url, description, events }: WebhookRequest): Promise<WebhookDraft> {
  const text = description.trim();
  if (!isWellFormed(text) || characters(text) > WEBHOOK_LIMITS.description)
    throw new ApiError("INVALID_INPUT", `The description can have at most ${WEBHOOK_LIMITS.description} characters.`);
  const selections = parseSelections(events);
  return { url: await checkUrl(outbound, url), description: text, selections };
}

/** Returns the URL in the form in which it will be requested. */
async function checkUrl(outbound: Outbound, text: string): Promise<string> {
  const url = text.trim();
  if (url.length > WEBHOOK_LIMITS.url)
    throw new ApiError("INVALID_INPUT", `The URL can have at most ${WEBHOOK_LIMITS.url} characters.`);
  const checked = await outbound.check(url);
  if ("problem" in checked) throw new ApiError("INVALID_INPUT", checked.problem);
  return checked.url;
}

function parseSelections(selections: readonly Selection[]): ParsedSelection[] {
  return selections.map((selection) => {
    const parsed = parseSelection(selection);
    if ("problem" in parsed) throw new ApiError("INVALID_INPUT", parsed.problem);
    return parsed;
  });
}

const KNOWN_PARAMETERS: readonly string[] = [...Object.values(DELIVERY_PARAMETERS), ...Object.values(LIST_PARAMETERS)];

function parseFilter(c: Context<Env>): DeliveryFilter {
  const unknown = Object.keys(c.req.query()).find((name) => !KNOWN_PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new ApiError(
      "INVALID_INPUT",
      `${quote(unknown)} is not a parameter of ${WEBHOOKS.webhookDeliveries.path}; ${nameHint(unknown, KNOWN_PARAMETERS)}`,
    );
  const { webhook, event, state, search, since, until } = DELIVERY_PARAMETERS;
  const [from, to] = [parseTime(c, since, "start"), parseTime(c, until, "end")];
  if (from !== undefined && to !== undefined && from > to)
    throw new ApiError("INVALID_INPUT", `${since} must not be after ${until}`);
  return {
    webhookId: parseId(c, webhook),
    event: parseListed(c, event, WEBHOOK_EVENT_NAMES),
    state: parseListed(c, state, DELIVERY_STATES),
    search: parseId(c, search),
    since: from,
    until: to,
  };
}

function parseId(c: Context<Env>, name: string): string | undefined {
  const text = c.req.query(name)?.trim();
  if (text === undefined || isUuid(text)) return text;
  throw new ApiError("INVALID_INPUT", `${name} must be a UUID; got ${quote(text)}`);
}

function parseListed<const V extends string>(c: Context<Env>, name: string, values: readonly V[]): V | undefined {
  const text = c.req.query(name);
  const value = values.find((one) => one === text);
  if (text === undefined || value !== undefined) return value;
  throw new ApiError("INVALID_INPUT", `${name} must be one of ${values.join(", ")}; got ${quote(text)}`);
}

/** Accepts a date or a timestamp, like the filters of a feed. */
function parseTime(c: Context<Env>, name: string, edge: "start" | "end"): Date | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  const instant = parseInstant(text, edge);
  if (instant !== undefined) return new Date(instant);
  throw new ApiError("INVALID_INPUT", `${name} must be a date or an ISO-8601 timestamp; got ${quote(text)}`);
}
