/** Tests what the security policy of the responses keeps other sites from. */
import { quiet } from "./support/feed";
import { PUBLIC } from "./support/path-requests";
import { listen } from "./support/stack/other-site";
import { anotherBrowser, expect, test } from "./support/test";

test("another site creates no key, ends no session and signs no one in", async ({ page, browser, dashboard }) => {
  await page.goto("/settings/keys");
  await quiet(page);
  const before = await page.getByRole("row").count();
  const routes = [
    "keys",
    "sign-out",
    "sign-in/demo",
    "sign-in",
    "workspaces",
    "invitations",
    "password/change",
    "workspace/leave",
  ];
  const site = await listen((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>trying</title><script>
      const ended = [];
      for (const route of ${JSON.stringify(routes)}) {
        const target = ${JSON.stringify(dashboard.url)} + "/api/account/v1/" + route;
        for (const type of ["text/plain", "application/json"])
          ended.push(fetch(target, { method: "POST", mode: type === "text/plain" ? "no-cors" : "cors", credentials: "include", headers: { "Content-Type": type }, body: '{"name":"theirs"}' }));
        const frame = document.createElement("iframe");
        frame.name = route;
        document.documentElement.append(frame);
        const form = document.createElement("form");
        Object.assign(form, { action: target, method: "post", enctype: "text/plain", target: route });
        const field = document.createElement("input");
        Object.assign(field, { name: '{"name":"theirs","x":"', value: '"}' });
        form.append(field);
        document.documentElement.append(form);
        ended.push(new Promise((resolve) => { frame.onload = resolve; form.submit(); }));
      }
      Promise.allSettled(ended).then(() => { document.title = "tried"; });
    </script>`);
  });
  try {
    const context = await anotherBrowser(browser, dashboard);
    for (const url of [site.url, site.sameSiteUrl]) {
      const hostile = await context.newPage();
      await hostile.goto(url);
      await expect(hostile).toHaveTitle("tried");
      await hostile.close();
    }
    await context.close();
    await page.reload();
    await quiet(page);
    expect(await page.getByRole("row").count()).toBe(before);
    await expect(page.getByTestId("sidebar-person").getByRole("button").first()).toContainText("Ada Quill");
  } finally {
    await site.stop();
  }
});

test("no page of the dashboard can be framed by another site, nor by a sibling on its own host", {
  tag: "@long",
}, async ({ page, dashboard }) => {
  const paths = [
    ...["/", "/credits", "/sign-in", "/none", "/_next/none", "/_next/image", "/_next/data/x/credits.json", "/flags"],
    ...[...PUBLIC.keys()].filter((path) => /agents|flags\/AD|icon|chunks\/.*js/.test(path)).slice(0, 4),
    ...["/flags/none.svg", "/api/account/v1/workspace", "/api/none", "/openapi.json", "/%"],
  ];
  const site = await listen((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    const frames = paths.map((path) => `<iframe src="${dashboard.url}${path}"></iframe>`);
    response.end(`<!doctype html><title>framing</title>${frames.join("")}<iframe src="data:text/html,own"></iframe>`);
  });
  try {
    for (const url of [site.url, site.sameSiteUrl]) {
      await page.goto(url, { waitUntil: "load" });
      const [, ...frames] = page.frames();
      const texts = await Promise.all(frames.map((frame) => frame.evaluate(() => document.body.textContent)));
      // A frame of anything else is shown, so those that are empty were rejected.
      expect(texts.at(-1)).toBe("own");
      expect(frames).toHaveLength(paths.length + 1);
      for (const [index, path] of paths.entries())
        expect(frames[index]?.url(), path).toBe("chrome-error://chromewebdata/");
    }
  } finally {
    await site.stop();
  }
});
