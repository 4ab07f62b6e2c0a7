/** Webhooks of the open workspace: subscriptions, secrets, tests and estimates, and their deliveries. */

import { ACCOUNT } from "@dealflow/contract/account/account";
import { LIST_PARAMETERS } from "@dealflow/contract/account/lists";
import {
  ACTIVITY_HOURS,
  DELIVERY_PARAMETERS,
  DELIVERY_STATES,
  REPLAY_SINCE,
  type WebhookRequest,
} from "@dealflow/contract/account/webhooks";
import { toFreeQuery } from "@dealflow/contract/query/free-query";
import { nameHint } from "@dealflow/contract/query/nearest";
import { quote } from "@dealflow/contract/query/quote";
import { resolveRelativeDates } from "@dealflow/contract/query/resolve-dates";
import { characters, isUuid, isWellFormed, parseInstant } from "@dealflow/contract/query/syntax";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_FEED_NAMES, WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
import type { Context } from "hono";
import { SOURCES } from "@/service/feed/feeds";
import { totalStatement } from "@/service/feed/totals";
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
  WebhookError,
} from "@/service/webhooks/subscriptions";
import { ApiError } from "../api-error";
import type { Env } from "../context";
import { type AccountHandlers, getIdParameter, listPage, parseBody, respond } from "./request-input";

const DAY_MS = 86_400_000;

/** Maps errors of the webhooks' rules to the error envelope. */
async function withWebhookErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WebhookError) throw new ApiError(error.code, error.message);
    throw error;
  }
}

export const WEBHOOK_HANDLERS = {
  webhooks:
    ({ pools }) =>
    async (c) => {
      const { workspaceId } = c.get("caller");
      const webhooks = await listWebhooks(pools.main, workspaceId, new Date());
      return respond(c, ACCOUNT.webhooks, { mode: await readWebhookMode(pools.main, workspaceId), webhooks });
    },

  addWebhook:
    ({ pools, outbound }) =>
    async (c) => {
      const draft = await parseDraft(outbound, await parseBody(c, ACCOUNT.addWebhook));
      const created = createWebhook(pools.main, c.get("caller").workspaceId, draft, new Date());
      return respond(c, ACCOUNT.addWebhook, await withWebhookErrors(created), 201);
    },

  changeWebhook:
    ({ pools, outbound }) =>
    async (c) => {
      const id = getIdParameter(c);
      const draft = await parseDraft(outbound, await parseBody(c, ACCOUNT.changeWebhook));
      const updated = updateWebhook(pools.main, c.get("caller").workspaceId, id, draft, new Date());
      return respond(c, ACCOUNT.changeWebhook, await withWebhookErrors(updated));
    },

  removeWebhook:
    ({ pools }) =>
    async (c) => {
      if (!(await deleteWebhook(pools.main, c.get("caller").workspaceId, getIdParameter(c))))
        throw new ApiError("NOT_FOUND", "This webhook no longer exists.");
      return c.body(null, 204);
    },

  enableWebhook:
    ({ pools }) =>
    async (c) => {
      const enabled = enableWebhook(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date());
      return respond(c, ACCOUNT.enableWebhook, await withWebhookErrors(enabled));
    },

  disableWebhook:
    ({ pools }) =>
    async (c) => {
      const disabled = disableWebhook(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date());
      return respond(c, ACCOUNT.disableWebhook, await withWebhookErrors(disabled));
    },

  rotateWebhookSecret:
    ({ pools }) =>
    async (c) => {
      const id = getIdParameter(c);
      const { hours } = await parseBody(c, ACCOUNT.rotateWebhookSecret);
      const rotated = rotateWebhookSecret(pools.main, c.get("caller").workspaceId, id, hours, new Date());
      return respond(c, ACCOUNT.rotateWebhookSecret, await withWebhookErrors(rotated), 201);
    },

  endWebhookOverlap:
    ({ pools }) =>
    async (c) => {
      const ended = endSecretOverlap(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date());
      return respond(c, ACCOUNT.endWebhookOverlap, await withWebhookErrors(ended));
    },

  testWebhook:
    ({ pools, outbound }) =>
    async (c) => {
      const { workspaceId } = c.get("caller");
      const [id, now] = [getIdParameter(c), new Date()];
      const { event } = await parseBody(c, ACCOUNT.testWebhook);
      const { url } = await withWebhookErrors(getWebhook(pools.main, workspaceId, id, now));
      await checkUrl(outbound, url);
      const sent = await withWebhookErrors(sendTestEvent(pools.main, workspaceId, id, event, now));
      return respond(c, ACCOUNT.testWebhook, sent, 201);
    },

  /**
   * Counts by previews, without regard to what is owned, one after the other: counting takes at most one of the
   * connections for totals.
   */
  estimateWebhook:
    ({ pools }) =>
    async (c) => {
      const { events } = await parseBody(c, ACCOUNT.estimateWebhook);
      const earliest = Date.now() - WEBHOOK_LIMITS.estimateDays * DAY_MS;
      const counts: { event: string; count: number }[] = [];
      for (const { event, filters } of parseSelections(events)) {
        const feed = WEBHOOK_FEED_NAMES[event];
        const from = typeof filters.since === "string" ? parseInstant(filters.since, "start") : undefined;
        const since = new Date(Math.max(earliest, from ?? earliest)).toISOString();
        const resolved = resolveRelativeDates({ ...filters, since }, new Date());
        const { text, values } = totalStatement(SOURCES[feed], toFreeQuery(feed, resolved).query);
        const { rows } = await pools.totals.query<{ total: number }>({ text, values: [...values] });
        counts.push({ event, count: rows[0]?.total ?? 0 });
      }
      return respond(c, ACCOUNT.estimateWebhook, { counts });
    },
} as const satisfies AccountHandlers;

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

const DEFAULT_HOURS = 24;

export const DELIVERY_HANDLERS = {
  webhookDeliveries:
    ({ pools }) =>
    async (c) => {
      const { workspaceId } = c.get("caller");
      const filter = parseFilter(c);
      const page = await listPage(
        c,
        ({ limit, after }) => listDeliveries(pools.main, workspaceId, filter, { limit, after: after?.id }),
        // Ids are in order of time: the list needs no other key.
        ({ id }) => ({ key: 0, id }),
      );
      return respond(c, ACCOUNT.webhookDeliveries, page);
    },

  webhookDelivery:
    ({ pools }) =>
    async (c) => {
      const delivery = getDelivery(pools.main, c.get("caller").workspaceId, getIdParameter(c));
      return respond(c, ACCOUNT.webhookDelivery, await withWebhookErrors(delivery));
    },

  replayWebhookDelivery:
    ({ pools }) =>
    async (c) => {
      const replayed = replayDelivery(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date());
      return respond(c, ACCOUNT.replayWebhookDelivery, await withWebhookErrors(replayed));
    },

  countWebhookReplays:
    ({ pools }) =>
    async (c) => {
      const id = getIdParameter(c);
      const since = parseTime(c, REPLAY_SINCE, "start") ?? new Date(0);
      const count = countMissed(pools.main, c.get("caller").workspaceId, id, since);
      return respond(c, ACCOUNT.countWebhookReplays, { count: await withWebhookErrors(count) });
    },

  replayWebhookDeliveries:
    ({ pools }) =>
    async (c) => {
      const id = getIdParameter(c);
      const { since } = await parseBody(c, ACCOUNT.replayWebhookDeliveries);
      const count = replayMissed(pools.main, c.get("caller").workspaceId, id, new Date(since), new Date());
      return respond(c, ACCOUNT.replayWebhookDeliveries, { count: await withWebhookErrors(count) });
    },

  webhookActivity:
    ({ pools }) =>
    async (c) => {
      const text = c.req.query(ACTIVITY_HOURS) ?? String(DEFAULT_HOURS);
      const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0;
      const most = WEBHOOK_LIMITS.chartHours;
      if (hours < 1 || hours > most)
        throw new ApiError("INVALID_INPUT", `${ACTIVITY_HOURS} must be a whole number from 1 to ${most}`);
      const { workspaceId } = c.get("caller");
      return respond(c, ACCOUNT.webhookActivity, {
        hours: await readActivity(pools.main, workspaceId, hours, new Date()),
      });
    },
} as const satisfies AccountHandlers;

const KNOWN_PARAMETERS: readonly string[] = [...Object.values(DELIVERY_PARAMETERS), ...Object.values(LIST_PARAMETERS)];

function parseFilter(c: Context<Env>): DeliveryFilter {
  const unknown = Object.keys(c.req.query()).find((name) => !KNOWN_PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw new ApiError(
      "INVALID_INPUT",
      `${quote(unknown)} is not a parameter of ${ACCOUNT.webhookDeliveries.path}; ${nameHint(unknown, KNOWN_PARAMETERS)}`,
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
