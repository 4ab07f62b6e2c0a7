import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const API = join(import.meta.dirname, "../../../app/api");
/** Responds 404 for any unknown path. */
const NOTHING_THERE = join("[...unknown]", "route.ts");

it("every route of the dashboard applies the request limits", () => {
  const routes = readdirSync(API, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("route.ts"));
  expect(routes.length).toBe(4);
  const unlimited = routes.filter((file) => !readFileSync(join(API, file), "utf8").includes("} = limitedMethods("));
  expect(unlimited).toEqual([NOTHING_THERE]);
});
