import { expect, it } from "vitest";
import { freePort } from "@/scripts/test-runner/free-port";
import { readConfig } from "@/service/config";
import { deliveryHeaders, generateSecret } from "@/service/webhooks/signature";
import { OptionValues } from "./command";
import { describeDelivery, WEBHOOK_COMMANDS } from "./webhook-commands";

const BODY = '{"id":"1"}';

function getHeaders(secret: string): Record<string, string> {
  const headers = deliveryHeaders(
    { id: "1", event: "funding.created", body: BODY, test: false, secrets: [secret] },
    new Date(),
  );
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

it("describes a delivery, and whether its signature is valid", () => {
  const secret = generateSecret();
  expect(describeDelivery(getHeaders(secret), BODY, secret)).toBe(`funding.created  1  verified\n${BODY}`);
  expect(describeDelivery(getHeaders(secret), `${BODY} `, secret)).toContain("INVALID SIGNATURE");
  expect(describeDelivery(getHeaders(secret), BODY, generateSecret())).toContain("INVALID SIGNATURE");
  expect(describeDelivery(getHeaders(secret), BODY, undefined)).toContain("not verified");
  expect(describeDelivery({}, "x", secret)).toBe("no event  no delivery id  INVALID SIGNATURE\nx");
});

it("listens until it is stopped", async () => {
  const [command] = WEBHOOK_COMMANDS;
  const [port, stop] = [await freePort(), new AbortController()];
  const running = command?.runOn(readConfig({}), new OptionValues({ port: String(port) }), stop.signal);
  const send = () => fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: BODY }).then(({ status }) => status);
  await expect.poll(() => send().catch(() => 0)).toBe(204);
  stop.abort();
  expect(await running).toMatchObject({ json: { received: 1 } });
});
