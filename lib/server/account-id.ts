/** The name of a workspace, or of a key's account, in files and browsers. */
import "server-only";
import { createHash } from "node:crypto";

/** @param whose the workspace's id, or the key, which the result does not contain */
export function accountId(host: string, whose: string): string {
  return createHash("sha256").update(`${host}\n${whose}`).digest("base64url").slice(0, 16);
}
