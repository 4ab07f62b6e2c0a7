import { INBOX_LIMITS } from "@dealflow/contract/saved-counts";
import { count } from "@/lib/format/counts";

/** `12`, `99+`. */
export function unreadWords(unread: number): string {
  return unread > INBOX_LIMITS.counted ? `${count(INBOX_LIMITS.counted)}+` : count(unread);
}
