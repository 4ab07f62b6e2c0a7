/** What earlier versions stored in this browser; loaded where there is any. */
import { parseJson } from "@dealflow/client/list-page";
import { NO_MEMORY, OLD_KEY, readState, updateUi } from "./ui-store";

/** Takes over what earlier versions stored under a key for each setting and workspace. */
export function migrateOldKeys(): void {
  const settings: Record<string, unknown> = {};
  const memories = new Map<string, Record<string, unknown>>();
  for (const key of Object.keys(window.localStorage)) {
    const [, name, account] = OLD_KEY.exec(key) ?? [];
    if (name === undefined) continue;
    const stored = window.localStorage.getItem(key) ?? "";
    window.localStorage.removeItem(key);
    if (name === "brake") settings.spendingLimit = Number(stored);
    if (name === "ask-above") settings.confirmAbove = Number(stored);
    if (name === "overlap") settings.overlapDays = Number(stored);
    if (account === undefined) continue;
    const memory = memories.get(account) ?? {};
    if (name === "recent") memory.visits = parseJson(stored);
    if (name === "palette") memory.pages = parseJson(stored);
    if (name === "told") memory.dismissed = stored.split(" ");
    memories.set(account, memory);
  }
  if (memories.size === 0 && Object.keys(settings).length === 0) return;
  updateUi((state) => {
    const workspaces: Record<string, unknown> = { ...state.workspaces };
    for (const [account, memory] of memories)
      workspaces[account] = { ...NO_MEMORY, ...state.workspaces?.[account], ...memory };
    return readState({ ...state, ...settings, workspaces });
  });
}
