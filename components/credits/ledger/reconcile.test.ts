import { expect, it } from "vitest";
import { withCount, withLedger } from "./reconcile";

it("states that the ledger's sum equals the balance, or by how much it does not", () => {
  expect(withLedger(8_412, 8_412)).toEqual({ equal: true, text: "Sum equals the balance" });
  expect(withLedger(8_412, 8_413).text).toBe(
    "Drift: the API says 8,412, the ledger adds up to 8,413; 1 credit is not explained by it",
  );
});

it("states what this dashboard did not count", () => {
  expect(withCount(80, 80, 0)).toEqual({ equal: true, text: "This dashboard's count equals the balance" });
  expect(withCount(8_412, 8_430, 0).text).toBe(
    "Drift: the API says 8,412, this dashboard counted 8,430; 18 credits were spent elsewhere or not counted",
  );
  expect(withCount(8_412, 8_430, 1).text).toMatch(/; 1 request without a response may be part of it$/);
  expect(withCount(10_000, 8_430, 0).text).toContain("1,570 credits were added elsewhere or counted too often");
});

it("states nothing about what is unknown", () => {
  expect(withCount(null, null, 0).equal).toBeUndefined();
  expect(withCount(5, null, 0).equal).toBeUndefined();
});
