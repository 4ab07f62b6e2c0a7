/**
 * Follows the inbox while the page can be seen. One tab holds the stream and passes it on to the others, because a browser
 * has six connections to a server over HTTP/1.1. The tab that came into view last leads, from its own position on; when it
 * is closed or hidden, another visible one takes over. A connection that ends is opened again.
 */
import { parseJson } from "@dealflow/client/list-page";
import type { InboxState } from "@dealflow/contract/account/inbox";
import {
  INBOX_EVENTS,
  INBOX_UPDATES_PATH,
  LAST_EVENT_ID_HEADER,
  parseInboxState,
} from "@dealflow/contract/account/inbox-stream";
import { isObject } from "@dealflow/contract/query/syntax";
import { currentWorkspace, fetchDashboard } from "../requests/fetch-dashboard";
import { addArrived, setInboxState } from "./inbox-state";
import { readServerSentEvents } from "./server-sent-events";

/** The connection is opened again after this time, which grows up to the second (ms). */
const RETRY_MS = { first: 1_000, most: 30_000 } as const;
const TOO_MANY = 429;

/** The stream is not for this page, because nobody is signed in any more, or another workspace is open. */
const FINAL: readonly number[] = [401, 403, 404, 409];

/** The positions of all items after one, and the state then. */
interface Batch {
  readonly after: number;
  readonly items: readonly number[];
  readonly state: InboxState;
}

/** @param latest the position after which items are new to this document; undefined: not known */
export function followInbox(latest: number | undefined): () => void {
  const stopped = new AbortController();
  void follow(latest, stopped.signal);
  return () => stopped.abort();
}

async function follow(latest: number | undefined, stopped: AbortSignal): Promise<void> {
  const name = `dealflow-inbox.${currentWorkspace()}`;
  const tabs = new BroadcastChannel(name);
  let position = latest;
  let turn = new AbortController();
  const endTurn = () => (stopped.aborted || document.hidden) && turn.abort();
  const apply = ({ after, items, state }: Batch) => {
    for (const item of items) if (item > (position ?? after)) addArrived(item);
    position = Math.max(position ?? after, state.latest, ...items);
    setInboxState(state);
  };
  tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isBatch(data)) return;
    // The other tab's stream began after items that this tab lacks, so this tab reads them.
    if (data.after > (position ?? data.after)) turn.abort();
    else apply(data);
  };
  stopped.addEventListener("abort", endTurn);
  document.addEventListener("visibilitychange", endTurn);
  for (let steal = true, isFinal = false; !stopped.aborted && !isFinal; ) {
    await untilVisible(stopped);
    turn = new AbortController();
    endTurn();
    const { signal } = turn;
    const lead = () =>
      readStream(
        () => position,
        signal,
        (batch) => {
          tabs.postMessage(batch);
          apply(batch);
        },
      );
    try {
      isFinal = await takeTurn(name, steal ? { steal } : { signal }, lead);
    } catch {
      // Another tab leads now, the page was hidden while it waited, or this document may have no locks.
      if (!signal.aborted) await pause(RETRY_MS.first, stopped);
    }
    steal = signal.aborted;
    turn.abort();
  }
  stopped.removeEventListener("abort", endTurn);
  document.removeEventListener("visibilitychange", endTurn);
  tabs.close();
}

/** Runs `lead` in one tab at a time. Browsers have locks over HTTPS and on the same machine; elsewhere each tab leads. */
function takeTurn(name: string, options: LockOptions, lead: () => Promise<boolean>): Promise<boolean> {
  return "locks" in navigator ? navigator.locks.request(name, options, lead) : lead();
}

async function readStream(
  getPosition: () => number | undefined,
  signal: AbortSignal,
  onBatch: (batch: Batch) => void,
): Promise<boolean> {
  let waitMs: number = RETRY_MS.first;
  while (!signal.aborted) {
    try {
      const response = await open(getPosition(), signal);
      if (FINAL.includes(response.status)) return true;
      if (response.status === TOO_MANY) waitMs = RETRY_MS.most;
      if (response.body === null || !response.ok) throw new Error(`status ${response.status}`);
      waitMs = RETRY_MS.first;
      let items: number[] = [];
      for await (const { event, id, data } of readServerSentEvents(response.body)) {
        if (event === INBOX_EVENTS.item) items.push(Number(id));
        if (event !== INBOX_EVENTS.state) continue;
        const state = parseInboxState(parseJson(data));
        if (state !== undefined) onBatch({ after: getPosition() ?? state.latest, items, state });
        items = [];
      }
    } catch {
      // The turn has ended, or the stream was refused or lost.
      waitMs = Math.min(waitMs * 2, RETRY_MS.most);
    }
    // A random wait keeps all pages from connecting together after a restart.
    await pause(waitMs * (0.5 + Math.random()), signal);
  }
  return false;
}

/** A tab of another version may have sent the message. */
function isBatch(message: unknown): message is Batch {
  if (!isObject(message) || typeof message.after !== "number" || !Array.isArray(message.items)) return false;
  return parseInboxState(message.state) !== undefined;
}

function open(position: number | undefined, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = position === undefined ? {} : { [LAST_EVENT_ID_HEADER]: String(position) };
  return fetchDashboard(INBOX_UPDATES_PATH, { headers, signal, priority: "low" });
}

function untilVisible(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !stopped.aborted) return;
      document.removeEventListener("visibilitychange", look);
      stopped.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    stopped.addEventListener("abort", look);
    look();
  });
}

/** Ends early when the network comes back. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      stopped.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, stopped.aborted ? 0 : ms);
    window.addEventListener("online", end);
    stopped.addEventListener("abort", end);
  });
}
