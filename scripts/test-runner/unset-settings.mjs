import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../project.mjs";

/** What an operator may have set for this clone, for programs of tests: each setting is empty, so that .env does not set it either. */
export const UNSET_SETTINGS = Object.fromEntries(
  [...readFileSync(join(ROOT, ".env.example"), "utf8").matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => [name, ""]),
);
