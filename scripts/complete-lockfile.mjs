// npm run lockfile: adds the optional packages for other systems that `npm install` left out, since `npm ci` rejects
// a lockfile without them. Run it after every npm install.
import "./install/node-version.mjs";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { completeLockfile, missingOptional } from "./install/lockfile.mjs";
import { command, printLine, ROOT } from "./project.mjs";

await command(() => {
  const file = join(ROOT, "package-lock.json");
  const before = readFileSync(file, "utf8");
  const lockfile = JSON.parse(before);
  const missing = missingOptional(lockfile);
  const after = `${JSON.stringify(completeLockfile(lockfile), null, 2)}\n`;
  if (after !== before) {
    writeFileSync(`${file}.draft`, after);
    renameSync(`${file}.draft`, file);
  }
  printLine(
    missing.length === 0
      ? "The lockfile is complete."
      : `Added ${missing.length}: ${missing.map(({ name }) => name).join(", ")}`,
  );
});
