import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../project.mjs";

/** Programs of tests run without the settings that an operator may have made for this clone: each is empty, so that .env does not set it either. */
export const UNSET_SETTINGS = Object.fromEntries(
  [...readFileSync(join(ROOT, ".env.example"), "utf8").matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => [name, ""]),
);
