import {
  STANDARD_WEBHOOK_HEADERS,
  WEBHOOK_DELIVERY_HEADER,
  WEBHOOK_EVENT_HEADER,
  WEBHOOK_SIGNATURE_HEADER,
} from "@dealflow/contract/webhook-events";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "@/service/store/new-id";
import { deliveryHeaders, generateSecret } from "./signature";
import vectors from "./signature-vectors.json";

const AT = new Date(vectors.timestamp * 1000);
const EVENT = "funding.created";
const stripe = new Stripe("sk_test_of_the_verifier");

beforeEach(() => {
  vi.useFakeTimers({ now: AT, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

function getHeaders(secrets: readonly string[], { id, body } = vectors): Record<string, string> {
  return deliveryHeaders({ id, event: EVENT, body, test: false, secrets }, AT);
}

/** Verifies as receivers do, with packages that are not ours. */
function verify(headers: Record<string, string>, secret: string, body: string): void {
  stripe.webhooks.constructEvent(body, headers[WEBHOOK_SIGNATURE_HEADER] ?? "", secret, 300);
  new Webhook(secret).verify(body, headers);
}

function verifies(headers: Record<string, string>, secret: string, body: string): [stripe: boolean, standard: boolean] {
  const succeeds = (check: () => unknown) => {
    try {
      check();
      return true;
    } catch {
      return false;
    }
  };
  return [
    succeeds(() => stripe.webhooks.constructEvent(body, headers[WEBHOOK_SIGNATURE_HEADER] ?? "", secret, 300)),
    succeeds(() => new Webhook(secret).verify(body, headers)),
  ];
}

describe("the headers of a delivery", () => {
  it("equal the published vectors", () => {
    expect(getHeaders([vectors.secret])).toEqual({
      "Content-Type": "application/json",
      "User-Agent": "Dealflow-Webhooks/1",
      [WEBHOOK_EVENT_HEADER]: EVENT,
      [WEBHOOK_DELIVERY_HEADER]: vectors.id,
      [WEBHOOK_SIGNATURE_HEADER]: vectors.signature,
      [STANDARD_WEBHOOK_HEADERS.id]: vectors.id,
      [STANDARD_WEBHOOK_HEADERS.timestamp]: String(vectors.timestamp),
      [STANDARD_WEBHOOK_HEADERS.signature]: vectors.standardSignature,
    });
  });

  it("hold the current signature before the previous one during a rotation", () => {
    const rotating = getHeaders([vectors.secret, vectors.previousSecret]);
    expect(rotating[WEBHOOK_SIGNATURE_HEADER]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(rotating[WEBHOOK_SIGNATURE_HEADER]).toContain(vectors.signature);
    expect(rotating[STANDARD_WEBHOOK_HEADERS.signature]).toMatch(/^v1,\S{44} v1,\S{44}$/);
    verify(rotating, vectors.secret, vectors.body);
    verify(rotating, vectors.previousSecret, vectors.body);
  });

  it("are accepted by both packages for any body and secret", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const [secret, id] = [generateSecret(), newId()];
        const body = JSON.stringify({ id, event: EVENT, data });
        verify(getHeaders([secret], { ...vectors, id, body }), secret, body);
      }),
    );
  });

  it("are rejected by both packages when anything signed was changed", () => {
    const change = fc.constantFrom("body", "secret", "time", "id");
    fc.assert(
      fc.property(change, fc.nat(vectors.body.length - 2), (changed, index) => {
        const headers = getHeaders([vectors.secret]);
        const altered = `${vectors.body.slice(0, index)} ${vectors.body.slice(index)}`;
        if (changed === "body") expect(verifies(headers, vectors.secret, altered)).toEqual([false, false]);
        if (changed === "secret") expect(verifies(headers, generateSecret(), vectors.body)).toEqual([false, false]);
        const later = String(vectors.timestamp + 1 + (index % 100));
        if (changed === "time") {
          headers[WEBHOOK_SIGNATURE_HEADER] = vectors.signature.replace(/^t=\d+/, `t=${later}`);
          headers[STANDARD_WEBHOOK_HEADERS.timestamp] = later;
          expect(verifies(headers, vectors.secret, vectors.body)).toEqual([false, false]);
        }
        if (changed === "id") {
          headers[STANDARD_WEBHOOK_HEADERS.id] = newId();
          // The first scheme signs the id as part of the body.
          expect(verifies(headers, vectors.secret, vectors.body)).toEqual([true, false]);
        }
      }),
    );
  });

  it("are rejected after 300 seconds", () => {
    const headers = getHeaders([vectors.secret]);
    vi.setSystemTime(AT.getTime() + 301_000);
    expect(verifies(headers, vectors.secret, vectors.body)).toEqual([false, false]);
  });
});

describe("a secret", () => {
  it("is base64 of 32 random bytes", () => {
    const [one, other] = [generateSecret(), generateSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
  });
});
