import { expect, it } from "vitest";
import { watchedFile } from "./watched-file";

it("writes a line for each watched company, with what is owned of it", async () => {
  const company = { id: "1", version: 1, domain: "quorvane.example", note: "", addedAt: "2026-11-02T08:00:00.000Z" };
  const last = { text: "Series C · $96M", at: "2026-03-17T00:00:00.000Z", events: 3, raised: 96e6 };
  const file = watchedFile([
    { company: { ...company, name: "=Quorvane", note: "Call; in May" }, summary: { last, whole: true } },
    { company: { ...company, name: "Hollin", domain: null }, summary: { last: undefined, whole: false } },
  ]);
  const lines = (await file.text()).split("\r\n");
  expect(lines[1]).toBe(
    '"\'=Quorvane","quorvane.example","Call; in May","Series C · $96M","2026-03-17",3,96000000,"yes","2026-11-02"',
  );
  expect(lines[2]).toBe('"Hollin",,"",,,0,,"no","2026-11-02"');
});
