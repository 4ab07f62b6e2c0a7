/** MCP clients that are not ours connect, refresh and are revoked; what a person sees of it. */

import { CONNECTIONS } from "@dealflow/contract/account/connections";
import { MCP_PATH, OAUTH_PATHS } from "@dealflow/contract/oauth";
import type { Page } from "@playwright/test";
import { expectClean } from "./support/axe";
import { CLIENT_LIBRARIES, CURRENT_LIBRARY, connectClient, listenForRedirect, OAuthClient } from "./support/mcp-client";
import { PASSWORD, register, signInWith } from "./support/people";
import { listen } from "./support/stack/other-site";
import { apiUrl, test as base, expect } from "./support/test";

interface McpFixtures {
  /** Clients are given this address of the MCP endpoint. */
  mcpUrl: string;
}

const test = base.extend<McpFixtures>({
  mcpUrl: async ({ stack }, use) => use(`${apiUrl(stack)}${MCP_PATH}`),
});

const line = (page: Page, name: string) =>
  page.getByRole("table", { name: "MCP connections" }).getByRole("row", { name });

/** Arguments of each tool that the approved scopes allow. */
const CALLS: Readonly<Record<string, Record<string, unknown>>> = {
  funding_events: { round: ["seed"], limit: 2 },
  acquisitions: { limit: 1 },
  exec_moves: { limit: 1 },
  companies: { countries: ["US"], limit: 2 },
  company_timeline: { name: "No such company of the market" },
  company_timelines: { companies: [{ name: "No such company of the market" }] },
  get_credits: {},
  list_countries: {},
  list_naics_codes: {},
  list_industry_groups: {},
};

for (const one of CLIENT_LIBRARIES)
  test(`${one.name} discovers, registers, is approved, calls every tool, refreshes and revokes`, {
    tag: one === CURRENT_LIBRARY ? [] : "@long",
  }, async ({ page, stack, dashboard, mcpUrl }) => {
    const listener = await listenForRedirect();
    // Without its issuer: what refuses the first request says where that is found.
    const options = { serverUrl: mcpUrl, name: `Agent of ${one.name}` };
    const balance = await dashboard.account.balance();
    const client = await connectClient(page, one, listener, options, async () => {
      await expect(page.getByText("An app on this computer (127.0.0.1)")).toBeVisible();
      await expect(page.getByText(listener.url)).toBeVisible();
      await page.getByRole("checkbox", { name: /investors and where/ }).uncheck();
      await page.getByLabel("Daily limit").fill("1,234");
      await expect(page.getByRole("button", { name: "Allow up to 1,234 a day" })).toBeEnabled();
    });
    expect(listener.received[0]?.get("iss")).toBe(dashboard.url);
    const first = client.tokens();
    expect(first).toMatchObject({ token_type: "Bearer", scope: expect.not.stringContaining("read:investors") });

    expect(await one.authorize(client)).toBe("AUTHORIZED");
    expect(client.tokens()?.access_token).not.toBe(first?.access_token);

    const tools = await one.connect(client);
    const { tools: listed } = await tools.listTools();
    expect(listed.map(({ name }) => name).toSorted()).toEqual(Object.keys(CALLS).toSorted());
    for (const [name, given] of Object.entries(CALLS)) await tools.callTool({ name, arguments: given });
    await tools.close();
    const used = balance - (await dashboard.account.balance());
    expect(used).toBe(6);

    await page.goto(`${dashboard.url}/settings/connections`);
    await expect(line(page, options.name)).toContainText(`${used} of 1,234`);
    await expect(line(page, options.name)).toContainText("Active");
    await expect(page.getByText("funding, acquisitions, exec moves, companies")).toBeVisible();
    await expect(page.getByText(mcpUrl, { exact: true })).toBeVisible();

    const body = new URLSearchParams({
      client_id: client.clientInformation()?.client_id ?? "",
      token: client.tokens()?.refresh_token ?? "",
    });
    expect((await fetch(`${dashboard.url}${OAUTH_PATHS.revoke}`, { method: "POST", body })).status).toBe(200);
    await page.reload();
    await expect(line(page, options.name)).toContainText("Ended");
    // A connection is looked up once a second.
    await expect(() => expect(one.connect(client)).rejects.toThrow()).toPass();
    await page.goto(`${dashboard.url}/credits`);
    await expect(page.getByRole("table", { name: "Ledger" })).toContainText(options.name);
    // The library warns of a runtime on which it works; anything else that it says would be here too.
    expect(stack.service.output()).not.toContain("oidc-provider");
    expect(await dashboard.account.balance()).toBe(balance - used);
    await listener.stop();
  });

test("someone who is signed out signs in first, and returns to the request", { tag: "@long" }, async ({
  browser,
  dashboard,
  mcpUrl,
}) => {
  const context = await browser.newContext({ baseURL: dashboard.url });
  const page = await context.newPage();
  const listener = await listenForRedirect();
  const email = "ines@ostermark.example";
  await page.goto("/register");
  await register(page, "Ines Calloway", email, PASSWORD);
  await page.waitForURL(`${dashboard.url}/`);
  // A page that notices goes to sign in automatically.
  await page.goto("about:blank");
  await context.clearCookies();

  const client = new OAuthClient({
    serverUrl: mcpUrl,
    redirectUrl: listener.url,
    name: "Editor",
    issuer: dashboard.url,
  });
  await CURRENT_LIBRARY.authorize(client);
  await page.goto(client.authorizationUrl.href);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signInWith(page, email);
  await expect(page.getByRole("heading", { name: "Connect Editor from 127.0.0.1" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveTitle("Back in the app");
  expect(listener.received[0]?.get("error")).toBe("access_denied");
  await page.goBack();
  await page.goto(client.authorizationUrl.href);
  await expect(page.getByRole("heading", { name: "Connect Editor" })).toBeVisible();
  await context.close();
  await listener.stop();
});

test("the person chooses a workspace, changes the limit and revokes", { tag: "@long" }, async ({
  page,
  dashboard,
  mcpUrl,
}) => {
  const listener = await listenForRedirect();
  await page.goto("/settings/profile");
  const made = await page.request.post("/api/account/v1/workspaces", {
    data: { name: "Second fund" },
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(made.status()).toBe(201);
  const options = { serverUrl: mcpUrl, name: "Chooser", issuer: dashboard.url };
  await connectClient(page, CURRENT_LIBRARY, listener, options, async () => {
    await page.getByLabel("Workspace").selectOption({ label: "Second fund" });
  });
  await page.goto(`${dashboard.url}/settings/connections`);
  await expect(page.getByRole("region", { name: "Chooser" })).toContainText("Second fund");
  await line(page, "Chooser").getByRole("button", { name: "Change limit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Credits a day").fill("many");
  await expect(dialog.getByText(/Enter a whole number of credits/)).toBeVisible();
  await dialog.getByLabel("Credits a day").fill("25");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(line(page, "Chooser")).toContainText("0 of 25");
  await line(page, "Chooser").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke connection" }).click();
  await expect(line(page, "Chooser")).toContainText("Ended");
  await expect(page.getByText("No credits were used in this time.")).toBeVisible();
  await listener.stop();
});

test("its pages are clean and fit into every window", { tag: "@long" }, async ({ page, dashboard, mcpUrl }) => {
  const listener = await listenForRedirect();
  const options = {
    serverUrl: mcpUrl,
    name: "Text editor with the longest name it may",
    issuer: dashboard.url,
  };
  await connectClient(page, CURRENT_LIBRARY, listener, options);
  const client = new OAuthClient({ ...options, redirectUrl: listener.url });
  await CURRENT_LIBRARY.authorize(client);
  const expectFitting = async (width: number, what: string) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBe(width);
    if (width !== 1280) await expectClean(page, what);
  };
  for (const width of [390, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(client.authorizationUrl.href);
    await expect(page.getByRole("button", { name: /^Allow/ })).toBeEnabled();
    await expectFitting(width, `consent, ${width}`);
    await page.getByLabel("Daily limit").fill("none");
    await expect(page.getByText(/Enter a whole number of credits/)).toBeVisible();
    await expectFitting(width, `consent with an invalid limit, ${width}`);
    await page.goto(`${dashboard.url}/settings/connections`);
    await expect(page.getByText("No credits were used in this time.")).toBeVisible();
    await expectFitting(width, `connections, ${width}`);
  }
  await page.getByText("Cursor", { exact: true }).click();
  await expect(page.getByText(`{"mcpServers":{"dealflow":{"url":"${mcpUrl}"}}}`)).toBeVisible();
  await line(page, options.name).getByRole("button", { name: "Change limit" }).click();
  await expectClean(page, "the limit's dialog", "dialog[open]");
  await listener.stop();
});

test("what cannot be answered is one sentence, and leads nowhere", { tag: "@long" }, async ({
  page,
  dashboard,
  mcpUrl,
}) => {
  const listener = await listenForRedirect();
  const client = new OAuthClient({
    serverUrl: mcpUrl,
    redirectUrl: listener.url,
    name: "Editor",
    issuer: dashboard.url,
  });
  await CURRENT_LIBRARY.authorize(client);
  const authorization = client.authorizationUrl;
  const changed = (name: string, value: string) => {
    const url = new URL(authorization);
    url.searchParams.set(name, value);
    return url.href;
  };
  for (const [url, sentence] of [
    [changed("client_id", "unknown"), "Dealflow doesn't know this app"],
    [changed("redirect_uri", "https://evil.example/callback"), "an address that it has not registered"],
    [changed("prompt", "none"), "that you haven't connected"],
    [`${dashboard.url}${OAUTH_PATHS.resume}unknown`, "has expired or was already answered"],
  ] as const) {
    const response = await page.goto(url);
    expect(response?.status()).toBe(400);
    await expect(page.getByText(sentence)).toBeVisible();
    expect(new URL(page.url()).origin).toBe(dashboard.url);
  }
  await page.goto("/connect/unknown");
  await expect(page.getByText("This request has expired or was already answered")).toBeVisible();
  expect(listener.received).toEqual([]);
  await listener.stop();
});

test("another site can neither frame the consent page nor answer for the person", async ({
  page,
  dashboard,
  mcpUrl,
}) => {
  const listener = await listenForRedirect();
  const client = new OAuthClient({
    serverUrl: mcpUrl,
    redirectUrl: listener.url,
    name: "Editor",
    issuer: dashboard.url,
  });
  await CURRENT_LIBRARY.authorize(client);
  const shown = await page.goto(client.authorizationUrl.href);
  expect(shown?.headers()["x-frame-options"]).toBe("DENY");
  expect(shown?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  const consent = page.url();
  const approve = `${dashboard.url}/api${CONNECTIONS.approveConnection.path.replace(":id", consent.split("/").at(-1) ?? "")}`;
  const site = await listen((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>other</title><iframe src="${consent}"></iframe>
      <form method="post" enctype="text/plain" action="${approve}"><input name="{" value="}"></form>`);
  });
  for (const url of [site.url, site.sameSiteUrl]) {
    await page.goto(url);
    await expect(page.frameLocator("iframe").getByRole("button", { name: /Allow/ })).toHaveCount(0);
    const statuses = await page.evaluate(async (target) => {
      const init = { method: "POST", credentials: "include", body: "{}" } as const;
      const outcome = (request: RequestInit) =>
        fetch(target, request).then(
          () => "read",
          () => "failed",
        );
      return [await outcome({ ...init, mode: "no-cors" }), await outcome(init)];
    }, approve);
    expect(statuses).toEqual(["failed", "failed"]);
    const answer = page.waitForResponse(approve);
    const shown = page.waitForURL(approve);
    await page.evaluate(() => document.querySelector("form")?.submit());
    expect((await answer).status()).toBe(403);
    await shown;
  }
  await page.goto(consent);
  await expect(page.getByRole("button", { name: /^Allow/ })).toBeEnabled();
  await site.stop();
  await listener.stop();
});

test("a client in a browser reaches the endpoints that need no cookie from its own origin", { tag: "@long" }, async ({
  page,
  dashboard,
}) => {
  const site = await listen(
    (_, response) => void response.setHeader("Content-Type", "text/html").end("<!doctype html>"),
  );
  await page.goto(site.url);
  const result = await page.evaluate(async (issuer) => {
    const metadata = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json();
    const json = {
      method: "POST",
      headers: { "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25" },
    };
    const redirect_uris = [`${window.location.origin}/callback`];
    const client = await (
      await fetch(metadata.registration_endpoint, { ...json, body: JSON.stringify({ redirect_uris }) })
    ).json();
    const form = (values: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(values) });
    const token = await fetch(
      metadata.token_endpoint,
      form({ grant_type: "refresh_token", client_id: client.client_id, refresh_token: "unknown" }),
    );
    const revoked = await fetch(metadata.revocation_endpoint, form({ client_id: client.client_id, token: "unknown" }));
    const authorize = await fetch(metadata.authorization_endpoint).then(
      () => "read",
      () => "failed",
    );
    return {
      issuer: metadata.issuer,
      status: [token.status, revoked.status],
      error: (await token.json()).error,
      authorize,
    };
  }, dashboard.url);
  expect(result).toEqual({ issuer: dashboard.url, status: [400, 200], error: "invalid_grant", authorize: "failed" });
  await site.stop();
});
