import type { CompanyQuote } from "@dealflow/contract/account/spending/quote";
import { expect, it } from "vitest";
import { priceWords } from "./quote";
import { ALL_KINDS } from "./timeline-part";

const QUOTE: CompanyQuote = {
  found: true,
  company: null,
  counts: { funding: 1, acquisitions: 0, exec_moves: 3 },
  lookupsLeft: 100,
};

it("explains a price so that it adds up", () => {
  const owning = { ...QUOTE, newRecords: { companies: 1, funding: 0, acquisitions: 0, exec_moves: 3 } };
  expect(priceWords(owning, ALL_KINDS)).toBe("Company + 4 events, 1 already owned: 4 credits");
  expect(priceWords(owning, ["acquisitions"])).toBe("Company: 1 credit");
  expect(priceWords(QUOTE, ["funding"])).toBe("Company + 1 event: 2 credits");
});
