import { expect, it } from "vitest";
import { DEMO_DOMAINS } from "@/lib/describe/examples/example-values";
import { DEFAULT_SEED } from "./load";
import { createMarket } from "./market";

it.each(["2026-11-24T17:06:00Z", "2026-11-24T14:36:00Z @long", "2027-01-10T10:48:00Z @long"])(
  "a market of %s has the companies of the guide's examples, with their domains and rounds",
  async (now) => {
    const market = await createMarket(DEFAULT_SEED, new Date(now.replace(" @long", "")));
    const inNews = new Set<string>();
    for (const { record } of market.rounds()) inNews.add(record.company.domain ?? "");
    for (const domain of DEMO_DOMAINS) expect(inNews).toContain(domain);
  },
);
