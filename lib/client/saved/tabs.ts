/** Notifies the other tabs of this browser which list was changed. */
type List = "views" | "companies";

let channel: BroadcastChannel | undefined;

/** Once for a document; `onChange` is called for changes of other tabs. */
export function subscribeToTabs(onChange: (list: List) => void): void {
  if (channel !== undefined || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("dealflow.saved");
  channel.onmessage = ({ data }) => onChange(data === "views" ? "views" : "companies");
}

export function notifyTabs(list: List): void {
  channel?.postMessage(list);
}
