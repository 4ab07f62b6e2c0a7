"use client";
/** The state of a delivery and the result of an attempt, in words. */
import type { WebhookAttempt, WebhookDelivery } from "@dealflow/contract/account-webhooks";
import { StateMark } from "../state-mark";

const ERRORS: Readonly<Record<NonNullable<WebhookAttempt["error"]>, string>> = {
  address: "Address not allowed",
  dns: "Host not found",
  connect: "Connection refused",
  tls: "Certificate not trusted",
  timeout: "Timed out",
  disconnect: "Connection lost",
  protocol: "Not an HTTP response",
  unsigned: "No secret",
};

export function DeliveryMark({ of: { state, attempts } }: { of: WebhookDelivery }) {
  switch (state) {
    case "succeeded":
      return <StateMark kind="ok">Delivered</StateMark>;
    case "failed":
      return <StateMark kind="failed">Failed</StateMark>;
    case "skipped":
      return <StateMark kind="ended">Not sent</StateMark>;
    case "expired":
      return <StateMark kind="ended">Expired</StateMark>;
    case "waiting":
      return <StateMark kind="waiting">Waiting for credits</StateMark>;
    case "pending":
      return <StateMark kind="waiting">{attempts === 0 ? "Pending" : "Retrying"}</StateMark>;
  }
}

export function AttemptMark({ of: { succeeded, error, status } }: { of: WebhookAttempt }) {
  const response = status === null ? undefined : `HTTP ${status}`;
  const failure = error === null ? undefined : ERRORS[error];
  return (
    <StateMark kind={succeeded ? "ok" : "failed"}>
      {[failure, response].filter((part) => part !== undefined).join(", ")}
    </StateMark>
  );
}
