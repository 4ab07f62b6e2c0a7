/** Operators import files: what is in them is recognized and checked before anything is stored, and can be taken back. */
import type { Page } from "@playwright/test";
import writeWorkbook from "write-excel-file/node";
import { createZip } from "../service/ingest/read/testing-zip";
import { expectClean } from "./support/axe";
import { expect, test } from "./support/test";

/** A map is remembered with the meanings of its values, so each file has a country of its own that nobody knows. */
const writeRows = (country: string) => [
  ["Startup", "Website", "Datum", "Runde", "Betrag", "Investoren", "Land", "Notiz"],
  [
    "Kelpforge",
    "kelpforge.example",
    "05.11.2024",
    "Seed",
    "2,3 Mio. €",
    "Nordlicht Capital, Hafen Ventures",
    "DE",
    "x",
  ],
  ["Amberlode", "amberlode.example", "2019-05", "Serie A", "15 Mio. €", "Blue Fir", "Österreich", ""],
  ["Moselwerk", "no domain", "31.03.2025", "Wandeldarlehen", "870 Tsd. €", "", country, ""],
  ["", "", "01.01.2024", "Seed", "1 Mio. €", "", "", ""],
  ["Feldspar", "", "05.05.2024", "Börsengang", "10 Mio. €", "", "", ""],
];
type Rows = ReturnType<typeof writeRows>;
/** Writes Windows-1252, in which the euro sign is the byte 0x80. */
const writeCsv = (rows: Rows): Buffer =>
  Buffer.from(
    rows.map((cells) => cells.map((cell) => `"${cell.replace("€", "\u0080")}"`).join(";")).join("\r\n"),
    "latin1",
  );

const FILES = [
  { name: "Runden 2025.csv", country: "Absurdistan", write: writeCsv },
  {
    name: "Runden 2025.xlsx",
    country: "Ruritanien",
    write: (rows: Rows) => {
      const title = [[{ value: "Stand: November", type: String }]];
      const data = rows.map((cells) => cells.map((value) => ({ value, type: String })));
      return writeWorkbook([
        { sheet: "Info", data: title },
        { sheet: "Runden", data },
      ]).toBuffer();
    },
  },
  {
    name: "Runden 2025.zip",
    country: "Utopia",
    write: (rows: Rows) => createZip({ "read me.pdf": "%PDF-", "runden.csv": writeCsv(rows) }),
  },
];

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel("File to import").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
}

for (const { name, country, write } of FILES)
  test(`imports ${name}, and undoes it`, { tag: name.endsWith(".csv") ? [] : "@long" }, async ({
    page,
    stack,
    dashboard,
  }) => {
    await stack.makeOperator(dashboard.account);
    await page.goto("/imports");
    await choose(page, name, await write(writeRows(country)));

    await expect(page).toHaveURL(/\/imports\/[0-9a-f-]{36}$/);
    const importButton = page.getByRole("button", { name: "Import 3 rows" });
    await expect(importButton).toBeVisible({ timeout: 20_000 });
    const columns = page.getByRole("region", { name: "Columns" });
    for (const [column, field] of Object.entries({ Startup: "company.name", Datum: "announcedAt", Betrag: "amount" }))
      await expect(columns.getByLabel(`Field for ${column}`)).toHaveValue(field);
    await expect(columns.getByLabel("Field for Notiz")).toHaveValue("");
    const preview = page.getByRole("region", { name: "As they will look" });
    await expect(preview.getByRole("row", { name: /Kelpforge/ })).toContainText("€2,300,000");
    await expect(preview.getByRole("row", { name: /Moselwerk/ })).toContainText("Convertible");
    await expect(preview.getByRole("row", { name: /Amberlode/ })).toContainText("2019-05");
    const refused = page.getByRole("region", { name: "Refused rows" });
    await expect(refused).toContainText("Company name is missing.");
    await expect(refused).toContainText('Round "Börsengang" is an event, but not a funding round.');
    await expect(page.getByRole("region", { name: "Values left out" })).toContainText("no domain");

    // A person may choose another kind of records, and sees which columns it lacks.
    const records = page.getByLabel("Records");
    await expect(records).toHaveValue("funding");
    await records.selectOption("Exec moves");
    await expect(page.getByRole("alert").filter({ hasText: "no column for person.name" })).toBeVisible({
      timeout: 20_000,
    });
    await records.selectOption("Rounds");
    await expect(importButton).toBeVisible({ timeout: 20_000 });

    // A person says what a value means, and the file is read again.
    await page.getByLabel(`Meaning of ${country}`).selectOption("DE");
    await expect(preview.getByRole("row", { name: /Moselwerk/ })).toContainText("Germany", { timeout: 20_000 });

    const register = { kind: "company", key: "m", record: { name: "Moselwerk", foundedYear: 2019 } };
    await stack.addEvent(JSON.stringify(register), "register");
    await importButton.click();
    await expect(page.getByRole("status").filter({ hasText: /^Imported by / })).toBeVisible({ timeout: 20_000 });
    await expect(page.locator("main")).toBeFocused();
    await expect(page.getByRole("link", { name: /^Review \d+ possible duplicates?$/ })).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download 2 rows to mend" }).click();
    expect((await download).suggestedFilename()).toBe("refused-rows.csv");

    // Its day is not known, so no day is shown.
    await page.goto("/funding?since=2019-05-01&until=2019-05-01&round=series-a");
    await expect(page.getByRole("row", { name: /May 2019/ })).not.toHaveCount(0);
    await page.goBack();

    await page.getByRole("link", { name: "All imports" }).click();
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Correct an event" }).click();
    await dialog.getByLabel("Round, acquisition or exec move").fill(await stack.roundId("Kelpforge"));
    await expect(dialog).toContainText("Kelpforge: seed, 2024-11-05");
    await dialog.getByLabel("Add a fact to correct").selectOption("Amount");
    await expect(dialog.getByLabel("Amount")).toHaveValue("EUR 2,300,000");
    await dialog.getByLabel("Amount").fill("plenty");
    await dialog.getByLabel("Reason").fill(`A letter after ${name}`);
    await dialog.getByRole("button", { name: "Correct", exact: true }).click();
    await expect(dialog.getByRole("alert")).toHaveText('Amount "plenty" is not an amount of 0 or more.');
    await dialog.getByLabel("Amount").fill("EUR 2.5m");
    await dialog.getByRole("button", { name: "Correct", exact: true }).click();
    const correction = page.getByRole("row", { name: new RegExp(`^Kelpforge.*A letter after ${name}`) });
    await expect(correction).toContainText(`Corrected amount: A letter after ${name}`);
    // It would outlive the undo of the file, and hold for the next file with the event.
    await correction.getByRole("button", { name: /^Undo/ }).click();
    await dialog.getByRole("button", { name: /^Undo/ }).click();
    await expect(correction).toContainText("undone");

    const line = page.getByRole("row", { name: new RegExp(`^${name}`) });
    await expect(line).toContainText("in use");
    await line.getByRole("button", { name: /^Undo/ }).click();
    await dialog.getByRole("button", { name: "Undo import" }).click();
    await expect(line).toContainText("undone");
  });

test("a person withdraws a record, brings it back, and imports an address on a schedule", { tag: "@long" }, async ({
  page,
  stack,
  dashboard,
}) => {
  await stack.makeOperator(dashboard.account);
  await page.goto("/imports");
  const name = `Withdrawn ${Date.now()}`;
  await choose(page, "one company.csv", Buffer.from(`Name,Website\n${name},${name.replace(" ", "-")}.example\n`));
  const whole = page.getByLabel("The file is the whole of its source");
  await expect(page.getByRole("button", { name: "Import 1 row" })).toBeEnabled({ timeout: 20_000 });
  await whole.check();
  await expect(whole).toBeChecked();
  await expect(page.getByRole("button", { name: "Import 1 row" })).toBeEnabled({ timeout: 20_000 });
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Imported/ })).toBeVisible({ timeout: 20_000 });
  await page.getByRole("link", { name: "All imports" }).click();

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Explain a record" }).click();
  await dialog.getByLabel("Record", { exact: true }).fill(await stack.companyId(name));
  await dialog.getByRole("button", { name: "Explain" }).click();
  const origin = dialog.getByRole("region", { name });
  await expect(origin).toContainText("row 2 of one company.csv added it");
  await expect(origin).toContainText("Nothing was joined by its name.");
  await dialog.getByLabel("Another record").fill(await stack.companyId(name));
  await dialog.getByRole("button", { name: "Explain" }).click();
  await expect(dialog.getByRole("region", { name: "Comparison" })).toContainText("both ids lead to one record");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Withdraw a record" }).click();
  await dialog.getByLabel("Record").fill("no id");
  await dialog.getByLabel("Reason").fill("It never existed");
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(dialog.getByRole("alert")).toHaveText('"no id" has no id of a record.');
  // One that takes longer than a request is shown until it is over.
  const release = await stack.holdImports();
  const id = await stack.companyId(name);
  await dialog.getByLabel("Record").fill(id);
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText(`The withdrawal of ${id} is in progress.`)).toBeVisible({ timeout: 20_000 });
  await release();
  const line = page.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(line).toContainText("Withdrawn: It never existed");
  await line.getByRole("button", { name: `Bring back ${name}` }).click();
  await dialog.getByRole("button", { name: "Bring back" }).click();
  await expect(line).toContainText("undone");

  await page.getByRole("button", { name: "New schedule" }).click();
  await dialog.getByLabel("Address or folder").fill("https://10.0.0.1/list.csv");
  await dialog.getByRole("button", { name: "Add schedule" }).click();
  await expect(dialog.getByRole("alert")).toContainText("private or reserved network");
  // Nothing listens there.
  await dialog.getByLabel("Address or folder").fill("http://127.0.0.1:9/list.csv");
  await dialog.getByText("Hour", { exact: true }).click();
  await dialog.getByLabel("Map", { exact: true }).selectOption("A map file");
  await expect(dialog.getByRole("button", { name: "Add schedule" })).toBeDisabled();
  const broken = { name: "map.json", mimeType: "application/json", buffer: Buffer.from("{") };
  await dialog.getByLabel("Map file").setInputFiles(broken);
  await dialog.getByRole("button", { name: "Add schedule" }).click();
  await expect(dialog.getByRole("alert")).toContainText("not valid JSON");
  await dialog.getByLabel("Map", { exact: true }).selectOption("The one of one company.csv");
  await dialog.getByRole("button", { name: "Add schedule" }).click();
  const schedule = page.getByRole("region", { name: "Schedules" }).getByRole("row", { name: /127\.0\.0\.1:9/ });
  await expect(schedule).toContainText("every hour · own map");
  await expect(schedule).toContainText("The download from 127.0.0.1:9 failed", { timeout: 20_000 });
  await schedule.getByRole("button", { name: /^Pause/ }).click();
  await expect(schedule).toContainText("paused");
  await expectClean(page, "the list of imports with a schedule");
  await schedule.getByRole("button", { name: /^Remove/ }).click();
  await dialog.getByRole("button", { name: "Remove schedule" }).click();
  await expect(schedule).toBeHidden();
});

test("a person corrects a column, says what a value means, and reads a file again after a reload", {
  tag: "@long",
}, async ({ page, stack, dashboard }) => {
  await stack.makeOperator(dashboard.account);
  await page.goto("/imports");
  await choose(page, "runden.csv", writeCsv(writeRows("Freedonia")));
  const notes = page.getByLabel("Field for Notiz");
  await notes.selectOption("company.description");
  const preview = page.getByRole("region", { name: "As they will look" });
  await expect(preview.getByRole("columnheader", { name: "Company description" })).toBeVisible({ timeout: 20_000 });
  // A field has one column: the one that loses it is named, and gets it back.
  await page.getByLabel("Field for Website").selectOption("company.description");
  await expect(notes).toHaveValue("", { timeout: 20_000 });
  await page.getByText("Notiz is not imported any more.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notes).toHaveValue("company.description", { timeout: 20_000 });
  await expect(page.getByLabel("Field for Website")).toHaveValue("company.domain");
  const dates = page.getByLabel("Dates", { exact: true });
  await expect(dates).toHaveValue("dd/mm");
  await dates.selectOption("Month first (12/31)");
  await expect(preview.getByRole("row", { name: /Kelpforge/ })).toContainText("2024-05-11", { timeout: 20_000 });
  await dates.selectOption("Day first (31/12)");
  await expect(preview.getByRole("row", { name: /Kelpforge/ })).toContainText("2024-11-05", { timeout: 20_000 });
  await page.getByLabel("Meaning of Freedonia").selectOption("DE");
  await expect(preview.getByRole("row", { name: /Moselwerk/ })).toContainText("DE", { timeout: 20_000 });
  await page.reload();
  await expect(notes).toHaveValue("company.description");
  await expect(page.getByRole("button", { name: "Import 3 rows" })).toBeEnabled({ timeout: 20_000 });
  await expectClean(page, "a file that is checked");
  await page.getByRole("button", { name: "Remove file" }).click();
  await expect(page).toHaveURL(/\/imports$/);
  await expect(page.getByText("runden.csv")).toBeHidden();
  await expect(page.locator('[data-testid="page-scroll"]')).toHaveCount(1);
  await expectClean(page, "the list of imports");
});

test("a file without a table is refused with a sentence, also on a phone", { tag: "@long" }, async ({
  page,
  stack,
  dashboard,
}) => {
  await stack.makeOperator(dashboard.account);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/imports");
  await choose(page, "empty.csv", Buffer.alloc(0));
  await expect(page.getByRole("alert").filter({ hasText: "empty.csv is empty." })).toBeVisible();
  await choose(page, "photo.png", Buffer.from("\u0089PNG\r\n\u001a\n\u0000\u0000"));
  await expect(page.getByRole("alert").filter({ hasText: "photo.png" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Remove file" }).click();
  await expect(page.getByTestId("file-drop")).toBeVisible();
});

test("only operators import", async ({ page }) => {
  await page.goto("/imports");
  await expect(page.getByText("Only operators of this installation can do that.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Imports" })).toBeHidden();
});

test("an operator compares the freshness and the quality of two sources", { tag: "@long" }, async ({
  page,
  stack,
  dashboard,
}) => {
  await stack.makeOperator(dashboard.account);
  const file = async (name: string, rows: readonly string[]) => {
    await page.goto("/imports");
    await choose(page, name, Buffer.from(["Company,Website,Announced,Round,Country", ...rows].join("\n")));
    await page.getByRole("button", { name: `Import ${rows.length} row` }).click({ timeout: 20_000 });
    await expect(page.getByRole("status").filter({ hasText: /^Imported by / })).toBeVisible({ timeout: 20_000 });
  };
  await file("wire-quality.csv", [
    "Quillmere,quillmere.example,2026-03-02,Seed,DE",
    "Ashgrove,ashgrove.example,2026-03-03,Seed,",
  ]);
  await file("daily-quality.csv", ["Quillmere,quillmere.example,2026-03-02,Seed,DE"]);

  await page.goto("/imports");
  await page.getByRole("link", { name: "Quality", exact: true }).click();
  const row = (table: string, source: string) =>
    page
      .getByRole("table", { name: `${table} of rounds by source` })
      .getByRole("row", { name: new RegExp(`^${source}`) });
  const cell = (table: string, source: string, column: string) => row(table, source).locator(`[data-cell="${column}"]`);
  await expect(cell("Freshness", "wire-quality", "records")).toHaveText(/2$/);
  await expect(cell("Freshness", "wire-quality", "first")).toHaveText(/100 %$/);
  await expect(cell("Freshness", "wire-quality", "median")).toHaveText(/ days$/);
  await expect(cell("Freshness", "wire-quality", "shared")).toHaveText(/50 %$/);
  await expect(cell("Freshness", "daily-quality", "first")).toHaveText(/0 %$/);
  await expect(cell("Freshness", "daily-quality", "median")).toHaveText(/–$/);
  await expect(cell("Fill", "wire-quality", "country")).toHaveText(/50 %$/);
  await expect(cell("Fill", "daily-quality", "round")).toHaveText(/100 %$/);
  await expectClean(page, "the freshness and quality of sources");

  await page.getByText("Companies", { exact: true }).last().click();
  const companies = page.getByRole("table", { name: "Fill of companies by source" });
  await expect(companies.getByRole("columnheader", { name: "NAICS" })).toBeVisible();
  await page.getByText("Exec moves", { exact: true }).last().click();
  await expect(page.getByText("No source states exec moves.")).toBeVisible();
});
