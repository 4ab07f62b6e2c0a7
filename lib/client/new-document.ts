/**
 * Opens the next page as a new document after a change of person or workspace, so that nothing of the one before is
 * kept, and lets other tabs load theirs again. A tab that continued would show one workspace and send requests to
 * another.
 */
import { takeKept } from "./typed-text";

const channel = typeof window === "undefined" ? undefined : new BroadcastChannel("dealflow-person");

/** Resolves when the person returns to this document, which some browsers keep. */
export function loadNewDocument(path: string): Promise<void> {
  channel?.postMessage(null);
  window.location.assign(path);
  return new Promise((resolve) => {
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) resolve();
    });
  });
}

/**
 * Reloads this page when another tab says so, unless it waits for a sign-in there: its requests name its workspace, and are
 * rejected when that is another one. A channel does not receive its own messages.
 */
export function reloadWithOtherTabs(): () => void {
  const listen = () => takeKept() || window.location.reload();
  channel?.addEventListener("message", listen);
  return () => channel?.removeEventListener("message", listen);
}
