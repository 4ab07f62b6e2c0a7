/** What earlier versions stored in this browser, a key for each setting and workspace; loaded where there is any. */
import { parseJson } from "@dealflow/client/list-page";

interface OlderState {
  readonly workspaces?: Readonly<Record<string, object>> | undefined;
}

/** Removes the old keys; returns the state with their values, unchecked. @param pattern of their names and accounts */
export function takeOldKeys(state: OlderState, pattern: RegExp): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const workspaces: Record<string, object> = { ...state.workspaces };
  for (const key of Object.keys(window.localStorage)) {
    const [, name, account] = pattern.exec(key) ?? [];
    if (name === undefined) continue;
    const stored = window.localStorage.getItem(key) ?? "";
    window.localStorage.removeItem(key);
    if (name === "brake") settings.spendingLimit = Number(stored);
    if (name === "ask-above") settings.confirmAbove = Number(stored);
    if (name === "overlap") settings.overlapDays = Number(stored);
    if (account === undefined) continue;
    const memory = { ...workspaces[account] };
    if (name === "recent") Object.assign(memory, { visits: parseJson(stored) });
    if (name === "palette") Object.assign(memory, { pages: parseJson(stored) });
    if (name === "told") Object.assign(memory, { dismissed: stored.split(" ") });
    workspaces[account] = memory;
  }
  return { ...state, ...settings, workspaces };
}
