import { readTimeline } from "@dealflow/client/timeline";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ALL_KINDS, mergeParts } from "@/lib/api/timeline-part";
import { CompareTable } from "./compare-table";
import type { Compared } from "./compared";

const AT = "2026-03-17T00:00:00.000Z";

function company(cut: boolean, amounts: readonly (number | null)[]): Compared {
  const events = amounts.map((amountUsd, index) => ({
    kind: "funding",
    date: AT,
    funding: { id: `${index}`, round: "seed", amountUsd, announcedAt: AT, investors: [] },
  }));
  const timeline = readTimeline({ company: { name: "Quorvane" }, events, investors: [] });
  if (timeline === null) throw new Error("it is a timeline");
  const part = { timeline, kinds: ALL_KINDS, cut, purchasedAt: AT, available: 1, requestId: null, creditsUsed: 2 };
  const holding = mergeParts([part]);
  return { id: "1", name: "Quorvane", holding, missing: false, unpurchased: [], state: { loading: false } } as never;
}

function cellTexts(compared: Compared): Record<string, string> {
  const props = { companies: [compared], kinds: ALL_KINDS, onRemove: () => undefined };
  const html = renderToStaticMarkup(createElement(CompareTable, props));
  const cells = html.matchAll(/<td[^>]*data-cell="([^"]*)"[^>]*>(.*?)<\/td>/g);
  return Object.fromEntries([...cells].map(([, name = "", cell = ""]) => [name, cell.replaceAll(/<[^>]*>/g, "")]));
}

it.each([
  ["$96.0m", false, [96e6]],
  ["$96.0m2 rounds, 1 without $ amount", false, [96e6, null]],
  ["$96.0m+2 rounds owned, 1 without $ amount", true, [96e6, null]],
  ["–not known", false, [null]],
])("shows %s as raised", (text, cut, amounts) => {
  expect(cellTexts(company(cut, amounts)).Raised).toBe(`Raised ${text}`);
});

it("says which events are owned where not all of them are", () => {
  expect(cellTexts(company(true, [96e6, null]))).toMatchObject({
    Rounds: "Rounds 2 owned",
    Deals: "Deals none owned",
    Investors: "Investors –not known",
  });
  expect(cellTexts(company(false, [96e6]))).toMatchObject({ Rounds: "Rounds 1", Deals: "Deals 0" });
});
