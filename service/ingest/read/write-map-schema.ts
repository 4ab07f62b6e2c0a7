/** Writes the JSON schema of maps: `npx tsx service/ingest/read/write-map-schema.ts && npx biome format --write docs`. */
import { writeFileSync } from "node:fs";
import { mapJsonSchema } from "./map-json-schema";

writeFileSync("docs/import-map.schema.json", `${JSON.stringify(mapJsonSchema(), null, 2)}\n`);
