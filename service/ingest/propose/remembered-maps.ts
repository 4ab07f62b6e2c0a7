/** Remembers the map that was last used for files with the same columns, so that it is not corrected again. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { type ImportMap, MapError, parseMap } from "../read/map";
import { sourceName } from "./header-shape";

/** The next edition of a file has the same name without dates, and the same source. */
const remembered = z.object({ name: z.string(), map: z.unknown() });

/** Maps are kept below this folder, each under the shape of a header. */
function mapFile(dataDir: string, shape: string): string {
  return path.join(dataDir, "import-maps", `${shape}.json`);
}

/** @param used the file that was read by the map */
export function rememberMap(dataDir: string, shape: string, map: ImportMap, used: string): void {
  const file = mapFile(dataDir, shape);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ name: sourceName(used), map }, null, 2)}\n`);
}

/**
 * Returns the map for a file with the same columns; that of another file has the source that this one's name gives. Returns undefined
 * where none is remembered, or an earlier version of Dealflow wrote one that is no map today.
 */
export function rememberedMap(dataDir: string, shape: string, given: string): ImportMap | undefined {
  try {
    const parsed = remembered.safeParse(JSON.parse(readFileSync(mapFile(dataDir, shape), "utf8")));
    if (!parsed.success) return undefined;
    const map = parseMap(parsed.data.map, "that is remembered");
    const name = sourceName(given);
    return parsed.data.name === name ? map : { ...map, source: name };
  } catch (error) {
    if (error instanceof MapError || error instanceof SyntaxError) return undefined;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
