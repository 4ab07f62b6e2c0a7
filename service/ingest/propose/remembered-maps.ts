/** Remembers the map that was last used for files with the same columns, so that it is not corrected again. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ImportMap, MapError, parseMap } from "../read/map";

/** Maps are kept below this folder, each under the shape of a header. */
function mapFile(dataDir: string, shape: string): string {
  return path.join(dataDir, "import-maps", `${shape}.json`);
}

export function rememberMap(dataDir: string, shape: string, map: ImportMap): void {
  const file = mapFile(dataDir, shape);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(map, null, 2)}\n`);
}

/** Returns undefined where none is remembered, or an earlier version of Dealflow wrote one that is no map today. */
export function rememberedMap(dataDir: string, shape: string): ImportMap | undefined {
  try {
    return parseMap(JSON.parse(readFileSync(mapFile(dataDir, shape), "utf8")), "that is remembered");
  } catch (error) {
    if (error instanceof MapError || error instanceof SyntaxError) return undefined;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
