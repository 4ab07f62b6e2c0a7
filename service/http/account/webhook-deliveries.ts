/** Deliveries of the open workspace's webhooks: searched, read, replayed, and counted by hour. */

import { ACCOUNT } from "@dealflow/contract/account";
import { LIST_PARAMETERS } from "@dealflow/contract/account-lists";
import {
  ACTIVITY_HOURS,
  DELIVERY_PARAMETERS,
  DELIVERY_STATES,
  REPLAY_SINCE,
} from "@dealflow/contract/account-webhooks";
import { nameHint } from "@dealflow/contract/nearest";
import { quote } from "@dealflow/contract/quote";
import { isUuid, parseInstant } from "@dealflow/contract/syntax";
import { WEBHOOK_EVENT_NAMES, WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
import type { Context, Handler } from "hono";
import {
  countMissed,
  type DeliveryFilter,
  getDelivery,
  listDeliveries,
  readActivity,
  replayDelivery,
  replayMissed,
} from "@/service/webhooks/deliveries";
import { ApiError } from "../api-error";
import type { Env, Services } from "../context";
import { listPage } from "./list-page";
import { getIdParameter, parseBody, respond } from "./request-input";
import { withWebhookErrors } from "./webhooks";

const DEFAULT_HOURS = 24;

export function listDeliveriesHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const filter = parseFilter(c);
    const page = await listPage(
      c,
      ({ limit, after }) => listDeliveries(pools.main, workspaceId, filter, { limit, after: after?.id }),
      // Ids are in order of time: the list needs no other key.
      ({ id }) => ({ key: 0, id }),
    );
    return respond(c, ACCOUNT.webhookDeliveries, page);
  };
}

export function getDeliveryHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const delivery = getDelivery(pools.main, c.get("caller").workspaceId, getIdParameter(c));
    return respond(c, ACCOUNT.webhookDelivery, await withWebhookErrors(delivery));
  };
}

export function replayDeliveryHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const replayed = replayDelivery(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date());
    return respond(c, ACCOUNT.replayWebhookDelivery, await withWebhookErrors(replayed));
  };
}

export function countReplaysHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const since = parseTime(c, REPLAY_SINCE, "start") ?? new Date(0);
    const count = countMissed(pools.main, c.get("caller").workspaceId, id, since);
    return respond(c, ACCOUNT.countWebhookReplays, { count: await withWebhookErrors(count) });
  };
}

export function replayDeliveriesHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const { since } = await parseBody(c, ACCOUNT.replayWebhookDeliveries);
    const count = replayMissed(pools.main, c.get("caller").workspaceId, id, new Date(since), new Date());
    return respond(c, ACCOUNT.replayWebhookDeliveries, { count: await withWebhookErrors(count) });
  };
}

export function getActivityHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const text = c.req.query(ACTIVITY_HOURS) ?? String(DEFAULT_HOURS);
    const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    const most = WEBHOOK_LIMITS.chartHours;
    if (hours < 1 || hours > most)
      throw new ApiError("INVALID_INPUT", `${ACTIVITY_HOURS} must be a whole number from 1 to ${most}`);
    const { workspaceId } = c.get("caller");
    return respond(c, ACCOUNT.webhookActivity, {
      hours: await readActivity(pools.main, workspaceId, hours, new Date()),
    });
  };
}

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

/** A date or a timestamp, as in the filters of a feed. */
function parseTime(c: Context<Env>, name: string, edge: "start" | "end"): Date | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  const instant = parseInstant(text, edge);
  if (instant !== undefined) return new Date(instant);
  throw new ApiError("INVALID_INPUT", `${name} must be a date or an ISO-8601 timestamp; got ${quote(text)}`);
}
