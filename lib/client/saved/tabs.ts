/** Notifies the other tabs of this browser which list was changed. */
type List = "views" | "companies";

const channel = typeof window === "undefined" ? undefined : new BroadcastChannel("dealflow.saved");

/** `onChange` is called for changes of other tabs; only the latest one is. */
export function subscribeToTabs(onChange: (list: List) => void): void {
  if (channel !== undefined) channel.onmessage = ({ data }) => onChange(data === "views" ? "views" : "companies");
}

export function notifyTabs(list: List): void {
  channel?.postMessage(list);
}
