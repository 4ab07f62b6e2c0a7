/** Names the state of a delivery and the result of an attempt. */
import type { DeliveryState, WebhookAttempt, WebhookDelivery } from "@dealflow/contract/account/webhooks";
import { StateMark } from "@/components/ui/marks/state-mark";

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

export const DELIVERY_TITLES: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting for credits",
  pending: "Pending",
  succeeded: "Delivered",
  failed: "Failed",
  skipped: "Not sent",
  expired: "Expired",
};

const KINDS = {
  waiting: "waiting",
  pending: "waiting",
  succeeded: "ok",
  failed: "failed",
  skipped: "ended",
  expired: "ended",
} as const;

export function DeliveryMark({ of: { state, attempts } }: { of: WebhookDelivery }) {
  const retries = state === "pending" && attempts > 0;
  return <StateMark kind={KINDS[state]}>{retries ? "Retrying" : DELIVERY_TITLES[state]}</StateMark>;
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
