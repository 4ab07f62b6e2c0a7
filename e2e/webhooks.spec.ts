/** Webhooks: created from a saved view, tested against a real receiver, broken, retried and replayed. */
import type { Page } from "@playwright/test";
import Stripe from "stripe";
import { type Receiver, startReceiver } from "@/service/net/testing/receiver";
import { openFeed } from "./support/feed";
import { saveAs } from "./support/saved";
import { test as base, expect } from "./support/test";

const test = base.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are used here
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

const dialog = (page: Page) => page.getByRole("dialog");

async function sendTest(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Test:/ }).click();
  await dialog(page).getByRole("button", { name: "Send test event" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Delivery" })).toBeVisible();
}

test("a webhook from a saved view is tested, retried when its receiver breaks, and replayed", async ({
  page,
  dashboard,
  receiver,
}) => {
  await openFeed(page, "/funding?round=seed");
  await saveAs(page, "Seed rounds");
  const balance = await dashboard.account.balance();

  await page.goto("/settings/webhooks");
  await page.getByRole("button", { name: "New webhook" }).click();
  await dialog(page).getByLabel("URL").fill("https://169.254.169.254/latest");
  await dialog(page).getByLabel("Copy filters from a saved view").selectOption("Seed rounds");
  await expect(dialog(page).getByRole("checkbox", { name: /^Funding rounds/ })).toBeChecked();
  await expect(dialog(page).getByRole("button", { name: /^Round/ })).toContainText("Seed");
  await expect(dialog(page).getByText(/events? from the last 30 days would match/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("private or reserved network");
  await dialog(page).getByLabel("URL").fill(receiver.url());
  await dialog(page).getByLabel("Description").fill("New seed rounds for the weekly list of the team ".repeat(3));
  await dialog(page).getByRole("button", { name: "Create webhook" }).click();
  const secret =
    (await dialog(page)
      .getByText(/^whsec_/)
      .textContent()) ?? "";
  await dialog(page).getByRole("button", { name: "Close", exact: true }).click();
  const line = page.getByRole("table", { name: "Webhooks" }).getByRole("row", { name: receiver.url() });
  await expect(line.getByText(receiver.url(), { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(line).toContainText("Funding rounds (filtered)");
  await expect(line).toContainText("Enabled");

  await test.step("a test event arrives, and its signature is valid", async () => {
    await sendTest(page);
    await expect(dialog(page)).toContainText("Delivered");
    const [received] = receiver.received;
    const stripe = new Stripe("sk_test_of_the_verifier");
    const signature = String(received?.headers["x-service-signature"]);
    expect(stripe.webhooks.constructEvent(received?.body ?? "", signature, secret, 300)).toMatchObject({
      event: "funding.created",
    });
    await dialog(page).getByRole("button", { name: "Attempt 1" }).click();
    await expect(dialog(page)).toContainText("HTTP 204");
    await dialog(page).getByRole("button", { name: "Close", exact: true }).click();
  });

  await test.step("a broken receiver is retried later, and the delivery is replayed under its id", async () => {
    receiver.respond = (response) => void response.writeHead(500).end("out of order");
    await sendTest(page);
    await expect(dialog(page)).toContainText("Retrying");
    await dialog(page).getByRole("button", { name: "Attempt 1" }).click();
    await expect(dialog(page)).toContainText("HTTP 500");
    await expect(dialog(page)).toContainText("out of order");
    receiver.respond = (response) => void response.writeHead(204).end();
    await dialog(page).getByRole("button", { name: "Replay" }).click();
    await expect(dialog(page)).toContainText("Delivered");
    await dialog(page).getByRole("button", { name: "Close", exact: true }).click();
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(2);
    expect(ids.at(-1)).toBe(ids[1]);
  });

  const deliveries = page.getByRole("table", { name: "Deliveries" });
  await expect(deliveries.getByRole("row")).toHaveCount(3);
  await page.getByLabel("State", { exact: true }).selectOption("Failed");
  await expect(page.getByText("No delivery matches.")).toBeVisible();
  await page.getByLabel("State", { exact: true }).selectOption("");
  await expect(deliveries.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Until").fill("2020-01-01");
  await expect(page.getByText("No delivery matches.")).toBeVisible();
  await page.getByLabel("Until").fill("2999-01-01");
  await expect(deliveries.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Since").fill("2999-01-01");
  await expect(page.getByText("No delivery matches.")).toBeVisible();
  expect(await dashboard.account.balance()).toBe(balance);
});
