import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { openSource } from "../read/files/source";
import { isOwnForm } from "../read/jsonl-row";
import { parseMap } from "../read/map";
import { openMapped } from "../read/read-mapped";
import { createZip } from "../read/testing-zip";
import type { ReadRow } from "../statement";
import { proposeMember, proposeSource } from "./propose-member";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dealflow-propose-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const ROUNDS = "Company;Date;Amount (M€);Round\nQuorvane;13/04/2025;1,5;Seed\nOakmesh;05/06/2025;2;Serie A\n";
const COMPANIES = "name,website,city\nQuorvane,quorvane.example,Pune\n";

describe("proposeSource", () => {
  it("proposes a map for a single file that reads it unedited", async () => {
    const source = await openSource(file("Rounds 2025.csv", Buffer.from(`\uFEFF${ROUNDS}`, "utf16le")));
    const [proposal] = await proposeSource(source);
    if (proposal === undefined) throw new Error("no proposal");
    expect(proposal.map).toMatchObject({ source: "rounds", kind: "funding", dates: ["dd/mm/yyyy"] });
    expect(proposal.map.file).toBeUndefined();
    const mapped = await openMapped(source, parseMap(proposal.map, "m"));
    const rows: ReadRow[] = [];
    for await (const row of mapped.rows) rows.push(row);
    expect(rows.map((row) => "row" in row && Object.fromEntries(row.row.texts))).toMatchObject([
      { "company.name": "Quorvane", announcedAt: "13/04/2025", currency: "EUR", round: "Seed" },
      { "company.name": "Oakmesh", announcedAt: "05/06/2025", currency: "EUR", round: "Serie A" },
    ]);
  });

  it("proposes a map for each member of an archive, the surest first, which names the member", async () => {
    const archive = createZip({ "d/companies_202504.csv": COMPANIES, "d/rounds.csv": ROUNDS, "README.md": "x" });
    const source = await openSource(file("export-2025.zip", archive));
    const proposals = await proposeSource(source);
    expect(proposals.map(({ map }) => [map.kind, map.file, map.source]).sort()).toEqual([
      ["company", "companies_*.csv", "export-companies"],
      ["funding", "rounds.csv", "export-rounds"],
    ]);
    for (const { map } of proposals)
      await expect(openMapped(source, parseMap(map, "m"))).resolves.toMatchObject({ header: expect.any(Array) });
  });

  it("reads the unit of amounts above the header of a file and of a sheet", async () => {
    const lines = ["Rounds of May", "($ in millions)", "", "Company,Date,Amount,Round", "Quorvane,2026-05-04,2.5,Seed"];
    const book = await writeWorkbook(lines.map((line) => line.split(",").map((value) => ({ value })))).toBuffer();
    for (const path of [file("may.csv", lines.join("\n")), file("may.xlsx", book)]) {
      const [proposal] = await proposeSource(await openSource(path));
      expect(proposal?.map.fields).toMatchObject({ amount: { column: "Amount", multiply: 1e6 } });
    }
  });

  it("keeps in the map how the table is read", async () => {
    const source = await openSource(file("a.csv", `x;y\n${ROUNDS}`));
    const [member] = source.members;
    if (member === undefined) throw new Error("no member");
    const { map } = await proposeMember(source, member, { table: { headerLine: 2 }, kind: "funding" });
    expect(map).toMatchObject({ header: 2, fields: { "company.name": "Company" } });
  });
});

describe("isOwnForm", () => {
  it("tells lines of our own form from others", () => {
    expect(isOwnForm(["kind", "key", "record.name"])).toBe(true);
    expect(isOwnForm(["kind", "name"])).toBe(false);
  });
});
