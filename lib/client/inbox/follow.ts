/**
 * Follows the inbox while the page can be seen: a hidden tab needs no connection, of which a browser has few. A
 * connection that ends is opened again, and goes on after the last item that came.
 */
import { parseJson } from "@dealflow/client/list-page";
import {
  INBOX_EVENTS,
  INBOX_UPDATES_PATH,
  LAST_EVENT_ID_HEADER,
  parseInboxState,
} from "@dealflow/contract/account/inbox-stream";
import { fetchDashboard } from "../requests/fetch-dashboard";
import { addArrived, setInboxState } from "./inbox-state";
import { readServerSentEvents } from "./server-sent-events";

/** The connection is opened again after this time, which grows up to the second (ms). */
const RETRY_MS = { first: 1_000, most: 30_000 } as const;
const TOO_MANY = 429;

/** The stream is not for this page, because nobody is signed in any more, or another workspace is open. */
const FINAL: readonly number[] = [401, 403, 404, 409];

/** @param latest the position after which items are new to this document; undefined: not known */
export function followInbox(latest: number | undefined): () => void {
  const stopped = new AbortController();
  void follow(latest, stopped.signal);
  return () => stopped.abort();
}

async function follow(latest: number | undefined, stopped: AbortSignal): Promise<void> {
  let position = latest;
  let waitMs: number = RETRY_MS.first;
  while (!stopped.aborted) {
    await untilVisible(stopped);
    const connection = new AbortController();
    const close = () => (stopped.aborted || document.hidden) && connection.abort();
    stopped.addEventListener("abort", close);
    document.addEventListener("visibilitychange", close);
    try {
      close();
      const response = await open(position, connection.signal);
      if (FINAL.includes(response.status)) return;
      if (response.status === TOO_MANY) waitMs = RETRY_MS.most;
      if (response.body === null || !response.ok) throw new Error(`status ${response.status}`);
      waitMs = RETRY_MS.first;
      for await (const { event, id, data } of readServerSentEvents(response.body)) {
        if (event === INBOX_EVENTS.item) {
          position = Number(id);
          addArrived(position);
        } else if (event === INBOX_EVENTS.state) {
          const state = parseInboxState(parseJson(data));
          if (state === undefined) continue;
          position ??= state.latest;
          setInboxState(state);
        }
      }
    } catch {
      // The page is hidden, or the stream was refused or lost.
      waitMs = Math.min(waitMs * 2, RETRY_MS.most);
    } finally {
      stopped.removeEventListener("abort", close);
      document.removeEventListener("visibilitychange", close);
    }
    // A random wait keeps all pages from connecting together after a restart.
    await pause(document.hidden ? 0 : waitMs * (0.5 + Math.random()), stopped);
  }
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
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    stopped.addEventListener("abort", end);
  });
}
