/** Webhooks of the open workspace: subscriptions, their secrets, tests, and the estimate before saving. */

import { ACCOUNT } from "@dealflow/contract/account";
import type { WebhookRequest } from "@dealflow/contract/account-webhooks";
import { toFreeQuery } from "@dealflow/contract/free-query";
import { characters, isWellFormed } from "@dealflow/contract/syntax";
import { WEBHOOK_FEED_NAMES, WEBHOOK_LIMITS } from "@dealflow/contract/webhook-events";
import type { Handler } from "hono";
import { SOURCES } from "@/service/feed/feeds";
import { totalStatement } from "@/service/feed/totals";
import type { Outbound } from "@/service/net/outbound";
import { sendTestEvent } from "@/service/webhooks/deliveries";
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
import type { Env, Services } from "../context";
import { getIdParameter, parseBody, respond } from "./request-input";

const DAY_MS = 86_400_000;

/** Maps errors of the webhooks' rules to the error envelope. */
export async function withWebhookErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WebhookError) throw new ApiError(error.code, error.message);
    throw error;
  }
}

export function listWebhooksHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const webhooks = await listWebhooks(pools.main, workspaceId, new Date());
    return respond(c, ACCOUNT.webhooks, { mode: await readWebhookMode(pools.main, workspaceId), webhooks });
  };
}

export function createWebhookHandler({ pools, outbound }: Services): Handler<Env> {
  return async (c) => {
    const draft = await parseDraft(outbound, await parseBody(c, ACCOUNT.addWebhook));
    const created = createWebhook(pools.main, c.get("caller").workspaceId, draft, new Date());
    return respond(c, ACCOUNT.addWebhook, await withWebhookErrors(created), 201);
  };
}

export function updateWebhookHandler({ pools, outbound }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const draft = await parseDraft(outbound, await parseBody(c, ACCOUNT.changeWebhook));
    const updated = updateWebhook(pools.main, c.get("caller").workspaceId, id, draft, new Date());
    return respond(c, ACCOUNT.changeWebhook, await withWebhookErrors(updated));
  };
}

export function deleteWebhookHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    if (!(await deleteWebhook(pools.main, c.get("caller").workspaceId, getIdParameter(c))))
      throw new ApiError("NOT_FOUND", "This webhook no longer exists.");
    return c.body(null, 204);
  };
}

export function enableWebhookHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const enabled = enableWebhook(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date());
    return respond(c, ACCOUNT.enableWebhook, await withWebhookErrors(enabled));
  };
}

export function disableWebhookHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const disabled = disableWebhook(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date());
    return respond(c, ACCOUNT.disableWebhook, await withWebhookErrors(disabled));
  };
}

export function rotateWebhookSecretHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const id = getIdParameter(c);
    const { hours } = await parseBody(c, ACCOUNT.rotateWebhookSecret);
    const rotated = rotateWebhookSecret(pools.main, c.get("caller").workspaceId, id, hours, new Date());
    return respond(c, ACCOUNT.rotateWebhookSecret, await withWebhookErrors(rotated), 201);
  };
}

export function endWebhookOverlapHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const ended = endSecretOverlap(pools.main, c.get("caller").workspaceId, getIdParameter(c), new Date());
    return respond(c, ACCOUNT.endWebhookOverlap, await withWebhookErrors(ended));
  };
}

export function testWebhookHandler({ pools, outbound }: Services): Handler<Env> {
  return async (c) => {
    const { workspaceId } = c.get("caller");
    const [id, now] = [getIdParameter(c), new Date()];
    const { event } = await parseBody(c, ACCOUNT.testWebhook);
    const { url } = await withWebhookErrors(getWebhook(pools.main, workspaceId, id, now));
    await checkUrl(outbound, url);
    const sent = await withWebhookErrors(sendTestEvent(pools.main, workspaceId, id, event, now));
    return respond(c, ACCOUNT.testWebhook, sent, 201);
  };
}

/** Counts by previews, whatever is owned. Sequentially: counting takes at most one of the connections for totals. */
export function estimateWebhookHandler({ pools }: Services): Handler<Env> {
  return async (c) => {
    const { events } = await parseBody(c, ACCOUNT.estimateWebhook);
    const since = new Date(Date.now() - WEBHOOK_LIMITS.estimateDays * DAY_MS).toISOString();
    const counts: { event: string; count: number }[] = [];
    for (const { event, filters } of parseSelections(events)) {
      const feed = WEBHOOK_FEED_NAMES[event];
      const { text, values } = totalStatement(SOURCES[feed], toFreeQuery(feed, { ...filters, since }).query);
      const { rows } = await pools.totals.query<{ total: number }>({ text, values: [...values] });
      counts.push({ event, count: rows[0]?.total ?? 0 });
    }
    return respond(c, ACCOUNT.estimateWebhook, { counts });
  };
}

async function parseDraft(outbound: Outbound, { url, description, events }: WebhookRequest): Promise<WebhookDraft> {
  const text = description.trim();
  if (!isWellFormed(text) || characters(text) > WEBHOOK_LIMITS.description)
    throw new ApiError("INVALID_INPUT", `The description can have at most ${WEBHOOK_LIMITS.description} characters.`);
  const selections = parseSelections(events);
  return { url: await checkUrl(outbound, url), description: text, selections };
}

/** The URL as it will be requested. */
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
