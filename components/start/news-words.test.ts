import { expect, it } from "vitest";
import { newsDetail, newsWords } from "./news-words";

const news = (feed: "funding" | "acquisitions" | "execMoves", record: object, amount: object | null = null) =>
  ({ feed, preview: { reference: "r", sources: 1, amount, record } }) as unknown as Parameters<typeof newsWords>[0];

it("says what happened to a company, as its preview does", () => {
  const round = news("funding", { round: "series-b" }, { minUsd: 25_000_000, maxUsd: 50_000_000 });
  expect([newsWords(round), newsDetail(round)]).toEqual(["raised a Series B", "$25m–50m"]);
  expect(newsWords(news("funding", { round: "angel" }))).toBe("raised an angel round");
  expect(newsWords(news("funding", { round: "pipe" }))).toBe("raised a PIPE round");
  expect(newsWords(news("funding", { round: null }))).toBe("raised a round");
  expect(newsWords(news("acquisitions", {}))).toBe("took part in an acquisition");
  const move = news("execMoves", { moveType: "appointment", roleSeniority: "c_level" });
  expect([newsWords(move), newsDetail(move)]).toEqual(["made an appointment", "C-level"]);
  expect(newsDetail({ feed: "funding", preview: null, record: null })).toBe("");
  const company = { id: null, name: "Braric" };
  const owned = { id: "r", company, announcedAt: "2026-11-01T00:00:00.000Z", amountUsd: 4_700_000 };
  expect(newsDetail({ ...round, record: owned })).toBe("$4.7m");
});
