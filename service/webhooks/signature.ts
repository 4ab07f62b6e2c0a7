/** Signs a delivery under both schemes: `t=…,v1=…` over the secret's text, and Standard Webhooks over its bytes. */
import { createHmac, randomBytes } from "node:crypto";
import {
  STANDARD_WEBHOOK_HEADERS,
  WEBHOOK_DELIVERY_HEADER,
  WEBHOOK_EVENT_HEADER,
  WEBHOOK_SECRET_PREFIX,
  WEBHOOK_SIGNATURE_HEADER,
  WEBHOOK_TEST_HEADER,
  WEBHOOK_USER_AGENT,
} from "@dealflow/contract/webhook-events";

const SECRET_BYTES = 32;

export function generateSecret(): string {
  return `${WEBHOOK_SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

interface SignedDelivery {
  readonly id: string;
  readonly event: string;
  readonly body: string;
  readonly test: boolean;
  /** The current secret comes first, then those that are still valid. */
  readonly secrets: readonly string[];
}

/** Returns the headers of one attempt; each attempt has its own time. */
export function deliveryHeaders({ id, event, body, test, secrets }: SignedDelivery, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const hex = secrets.map((secret) => `v1=${digest(secret, `${seconds}.${body}`, "hex")}`);
  const base64 = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), "base64");
    return `v1,${digest(key, `${id}.${seconds}.${body}`, "base64")}`;
  });
  return {
    "Content-Type": "application/json",
    "User-Agent": WEBHOOK_USER_AGENT,
    [WEBHOOK_EVENT_HEADER]: event,
    [WEBHOOK_DELIVERY_HEADER]: id,
    ...(test && { [WEBHOOK_TEST_HEADER]: "1" }),
    [WEBHOOK_SIGNATURE_HEADER]: [`t=${seconds}`, ...hex].join(","),
    [STANDARD_WEBHOOK_HEADERS.id]: id,
    [STANDARD_WEBHOOK_HEADERS.timestamp]: String(seconds),
    [STANDARD_WEBHOOK_HEADERS.signature]: base64.join(" "),
  };
}

function digest(key: string | Buffer, text: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(text).digest(encoding);
}
