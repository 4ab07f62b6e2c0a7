/** Tests what the scripts of the built dashboard contain, and what they do not. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../scripts/test-runner/built-programs";

test("zod and the schemas of the public API are in no browser bundle; those of the private API are zod/mini's", () => {
  const filesWith = (folder: string, ...marks: string[]) =>
    readdirSync(path.join(ROOT, ".next", folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => {
        const text = readFileSync(file, "utf8");
        return marks.some((mark) => text.includes(mark));
      });
  // A class of zod's own, which zod/mini has under another name, and a message of the public API's schemas.
  const marks = ['"ZodString"', "a field of the body"];
  // The server does check with it, so the marks are the right ones.
  for (const mark of marks) expect(filesWith("server", mark)).not.toEqual([]);
  expect(filesWith("static", ...marks)).toEqual([]);
  expect(filesWith("static", '"ZodMiniString"')).not.toEqual([]);
});

test("no API key is in the files that browsers fetch", () => {
  const files = [path.join(ROOT, ".next", "static"), path.join(ROOT, "public")].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect(/df_live_[0-9A-Za-z]{36}/.test(readFileSync(file, "latin1")), file).toBe(false);
});
