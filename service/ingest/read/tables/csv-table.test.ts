import { describe, expect, it } from "vitest";
import { readCsvTable } from "./csv-table";
import type { TableOptions, TableRow } from "./table";

async function* inChunks(content: Buffer, size = content.length): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function read(content: string | Buffer, options: TableOptions = {}, chunkBytes?: number) {
  const bytes = Buffer.from(content);
  const table = await readCsvTable(inChunks(bytes, chunkBytes), "rows.csv", options);
  const rows: TableRow[] = [];
  for await (const row of table.rows) rows.push(row);
  return { header: table.header, rows, notes: table.notes() };
}

const cells = (rows: readonly TableRow[]) => rows.map((row) => ("cells" in row ? row.cells : row.reason));

describe("readCsvTable", () => {
  it.each([
    ["comma", "Name,City\nQuorvane,Pune\n"],
    ["semicolon", "Name;City\nQuorvane;Pune\n"],
    ["tab", "Name\tCity\nQuorvane\tPune\n"],
    ["bar", "Name|City\nQuorvane|Pune\n"],
    ["sep line", "sep=;\r\nName;City\r\nQuorvane;Pune\r\n"],
    ["old line ends", "Name,City\rQuorvane,Pune\r"],
    ["spaces in the header", " Name ,City \nQuorvane,Pune\n"],
    ["spaces before quotes", '"Name", "City"\n"Quorvane", "Pune"\n'],
  ])("detects %s", async (_, content) => {
    const { header, rows } = await read(content);
    expect([header, cells(rows)]).toEqual([["Name", "City"], [["Quorvane", "Pune"]]]);
  });

  it("names the columns of a file without a header by their numbers, and keeps its first row", async () => {
    const lines = [
      "Oakmesh,1983,Goa,IN",
      ...Array.from({ length: 6 }, (_, index) => `Quorvane ${index},${1990 + index},Pune,IN`),
    ];
    const { header, rows } = await read(lines.join("\n"));
    expect(header).toEqual(["Column 1", "Column 2", "Column 3", "Column 4"]);
    expect(cells(rows)[0]).toEqual(["Oakmesh", "1983", "Goa", "IN"]);
    const withYears = await read(
      ["Name,2019,City", ...lines.map((line) => line.replace(/,IN$/, "")), "Name,2019,City"].join("\n"),
    );
    expect(withYears.header).toEqual(["Name", "2019", "City"]);
  });

  it("finds the header below more lines of titles than the table has rows of one width", async () => {
    const titles =
      "PitchData,,,\nCreated for: Quorvane,,,\nDownloaded on: 2026,,,\nSearch: seeds,,,\nIn millions of USD,,,\n\n";
    const rows = "Company,City,Amount,Note\nQuorvane,Pune,2.5,\nOakmesh,,1,\nVeld,Lyon,3,new\n";
    expect((await read(titles + rows)).header).toEqual(["Company", "City", "Amount", "Note"]);
  });

  it("names columns that repeat after the group above them", async () => {
    const { header } = await read(
      "Who,Moving to,,Coming from,\nName,Company,Title,Company,Title\nInes,Oakmesh,CFO,Veld,COO\n",
    );
    expect(header).toEqual([
      "Name",
      "Moving to Company",
      "Moving to Title",
      "Coming from Company",
      "Coming from Title",
    ]);
  });

  it("refuses a row without a cell that the others have, and fills up one without cells that are often empty", async () => {
    const whole = "Quorvane,Pune,IN,\n".repeat(10);
    const { rows } = await read(`Name,City,Country,Note\n${whole}Oakmesh,Lyon\nVeld,Kiel,DE\n`);
    const reason =
      "The row has 2 cells; the header has 4. A line break outside of quotes may have cut it off from the line before or after.";
    expect(cells(rows).slice(-2)).toEqual([reason, ["Veld", "Kiel", "DE", ""]]);
  });

  it("takes a delimiter that stands in texts less often than the real one", async () => {
    const content = `Name;About;Amount\n${"Quorvane;Seeds, bulbs, tools;1,5\n".repeat(5)}`;
    expect((await read(content)).header).toEqual(["Name", "About", "Amount"]);
  });

  const text = 'Société;Ville;Montant\n"Été & Fils";Besançon;12 €\nŒuvre;Sète;3 €\n';
  const utf16be = Buffer.from(text, "utf16le").swap16();
  const latin = Buffer.from(text.replaceAll("€", "\x80").replaceAll("Œ", "\x8c"), "latin1");
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16LE", Buffer.from(text, "utf16le")],
    ["UTF-16LE with a byte order mark", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16BE", utf16be],
    ["UTF-16BE with a byte order mark", Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be])],
    ["windows-1252", latin],
  ])("reads %s", async (_, content) => {
    const { header, rows } = await read(content);
    expect(header).toEqual(["Société", "Ville", "Montant"]);
    expect(cells(rows)).toEqual([
      ["Été & Fils", "Besançon", "12 €"],
      ["Œuvre", "Sète", "3 €"],
    ]);
  });

  it("decides between UTF-8 and windows-1252 where the first accent is, in chunks of any size", async () => {
    const plain = `Name,City\n${"Quorvane,Pune\n".repeat(8_000)}`;
    const utf8 = Buffer.from(`${plain}Zoë,Sète\n`);
    const latin1 = Buffer.from(`${plain}Zoë,Sète\n`, "latin1");
    for (const content of [utf8, latin1])
      expect(cells((await read(content, {}, 1_000)).rows).at(-1)).toEqual(["Zoë", "Sète"]);
  });

  it("leaves out null bytes", async () => {
    const { rows } = await read("\uFEFFName,City\nQuor\0vane,Pune\n\0\0\0");
    expect(cells(rows)).toEqual([["Quorvane", "Pune"]]);
  });

  it("takes an encoding that is named", async () => {
    const content = Buffer.from([...Buffer.from("Name,City\n"), 0xcc, 0xee, 0xf1, 0x2c, 0x41, 0x0a]);
    expect(cells((await read(content, { encoding: "windows-1251" })).rows)).toEqual([["Мос", "A"]]);
  });

  it("reads quotes in unquoted tab-separated cells as text", async () => {
    const { rows } = await read('NAME\tCITY\n"Oak" Mesh\tPune\nVeld "5\tBerlin\n"Half\tWien\n');
    expect(cells(rows)).toEqual([
      ['"Oak" Mesh', "Pune"],
      ['Veld "5', "Berlin"],
      ['"Half', "Wien"],
    ]);
    expect(cells((await read('NAME\tCITY\n"Oak\tMesh"\tPune\n')).rows)).toEqual([["Oak\tMesh", "Pune"]]);
  });

  it("skips titles, remarks and blank lines above the header, and counts them as lines", async () => {
    const { header, rows } = await read(
      "Deals of the year,,\nsource: a newsletter\n\nName,City,Amount\nQuorvane,Pune,5\nOakmesh,,7\nVeld,Wien,\n",
    );
    expect(header).toEqual(["Name", "City", "Amount"]);
    expect(rows.map(({ line }) => line)).toEqual([5, 6, 7]);
  });

  it("takes the header from the line that is named, or from where the needed columns are", async () => {
    const content = "A,B\nName,City\nQuorvane,Pune\n";
    expect((await read(content, { headerLine: 2 })).header).toEqual(["Name", "City"]);
    expect((await read(content, { columns: ["City"] })).header).toEqual(["Name", "City"]);
    expect((await read(content)).header).toEqual(["A", "B"]);
  });

  it("names every column, notes names that occur twice, and leaves out empty columns at the end", async () => {
    const { header, rows, notes } = await read("Name,City,City,,Amount,,\nQuorvane,Pune,Goa,x,5,,\nOakmesh\n");
    expect(header).toEqual(["Name", "City", "City (2)", "column 4", "Amount"]);
    expect(cells(rows)).toEqual([
      ["Quorvane", "Pune", "Goa", "x", "5"],
      ["Oakmesh", "", "", "", ""],
    ]);
    expect(notes).toEqual(['The column City occurs 2 times; the later ones are named "City (2)" and so on.']);
  });

  it("gives a second name that no other column has", async () => {
    expect((await read("A,A,A (2),A,B,C\nq,r,s,t,u,v\n")).header).toEqual(["A", "A (3)", "A (2)", "A (4)", "B", "C"]);
  });

  describe("with line breaks outside of quotes", () => {
    const header = "Name,About,City,Amount,Note\n";
    const whole = "Quorvane,Seeds,Pune,5,\n".repeat(30);
    const hint = "A line break outside of quotes may have cut it off from the line before or after.";

    it("puts rows together whose cells add up to those of the header, and notes the first line", async () => {
      const { rows, notes } = await read(
        `${header}${whole}Veld,Maker of\nlarge\nrobots,Kiel,7,\nOakmesh,a\nb,Wien,8,\n`,
      );
      expect(rows.slice(-2)).toEqual([
        { line: 32, cells: ["Veld", "Maker of\nlarge\nrobots", "Kiel", "7", ""] },
        { line: 35, cells: ["Oakmesh", "a\nb", "Wien", "8", ""] },
      ]);
      expect(notes).toEqual([
        "A line break outside of quotes cut the row on line 32 and 1 more; its lines are read as one.",
      ]);
    });

    it("refuses other short rows, and says what may have cut them", async () => {
      const { rows, notes } = await read(`${header}${whole}Veld,Maker of\nrobots,Kiel,7\nA,B,C,4,first\nsecond\nD,E\n`);
      expect(cells(rows).slice(30)).toEqual([
        `The row has 2 cells; the header has 5. ${hint}`,
        `The row has 3 cells; the header has 5. ${hint}`,
        ["A", "B", "C", "4", "first"],
        `The row has 1 cell; the header has 5. ${hint}`,
        `The row has 2 cells; the header has 5. ${hint}`,
      ]);
      expect(notes).toEqual([]);
    });

    it("stores no rest of a cell as a row where only the names are always there", async () => {
      const { rows } = await read(`Name,City,Note\n${"Quorvane,,\n".repeat(30)}Veld,,first\nsecond\n`);
      expect(cells(rows).slice(30)).toEqual([["Veld", "", "first"], `The row has 1 cell; the header has 3. ${hint}`]);
    });

    it("leaves apart short rows of a file that leaves out empty cells", async () => {
      const short = "Quorvane,Seeds\nOakmesh,Robots,Pune,5\n".repeat(10);
      expect((await read(header + short)).rows).toHaveLength(20);
    });
  });

  it.each([
    ["an empty line", "\n"],
    ["a title", "Acquisitions,,,\n"],
  ])("refuses the rows of another table that follows %s, until the header comes again", async (_, gap) => {
    const header = "Company,Round,Amount,Date\n";
    const other = `${gap}Acquirer,Target,Price,Date\nVeld,Elm,$40m,2024-05-03\n`;
    const table = `${header}Quorvane,Seed,$1m,2024-04-03\n\nOakmesh,Seed,$2m,2024-04-03\n`;
    const { rows } = await read(`${table}${other}${header}Tarn,Seed,$3m,2024-04-05\n`);
    const reason = "The row is of another table, whose header is on line 6; import that as a file of its own.";
    const read6 = rows.filter(({ line }) => line !== 5);
    expect(cells(read6)).toEqual([
      ["Quorvane", "Seed", "$1m", "2024-04-03"],
      ["Oakmesh", "Seed", "$2m", "2024-04-03"],
      ...[reason, reason],
      ["Tarn", "Seed", "$3m", "2024-04-05"],
    ]);
  });

  it("takes a header in which half of the names repeat", async () => {
    const content =
      "Company,Amount,Amount,Date,Date,Investor,Investor,Investor\nVeld,5,USD,2024-04-03,2024-05-01,A,B,C\n";
    const { header, rows } = await read(`${content}Oakmesh,8,EUR,2024-04-04,2024-05-02,D,,\n`);
    expect([header[0], header.at(-1), rows.length]).toEqual(["Company", "Investor (3)", 2]);
  });

  it("leaves out a header that is repeated, and notes it", async () => {
    const { rows, notes } = await read("Name,City\nA,B\nName,City\nC,D\nName, City\n");
    expect(cells(rows)).toEqual([
      ["A", "B"],
      ["C", "D"],
    ]);
    expect(notes).toEqual(["The header is repeated on line 3 and 1 more; it was left out."]);
  });
});
