/** Keeps the files that operators send, each in a folder of its own below `DATA_DIR/imports`. */
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type ImportFile, importFile } from "@dealflow/contract/account/imports/imports";

const STATE = "state.json";
const LONGEST_NAME = 120;

export function openFolder(dataDir: string) {
  const root = path.join(dataDir, "imports");
  const folder = (file: ImportFile) => path.join(root, file.id);
  const inFolder = (file: ImportFile, name: "content" | "map" | "refused") => {
    if (name === "content") return path.join(folder(file), "file", safeName(file.name));
    return path.join(folder(file), name === "map" ? "map.json" : "refused.csv");
  };
  return {
    path: inFolder,
    /** Reads the state of every file; a folder without one is left out. */
    readAll: async (): Promise<ImportFile[]> => {
      const names = await readdir(root).catch(() => []);
      const read = await Promise.all(names.map((name) => readState(path.join(root, name, STATE))));
      return read.flatMap((file) => file ?? []);
    },
    save: async (file: ImportFile) => {
      const state = path.join(folder(file), STATE);
      await mkdir(path.join(folder(file), "file"), { recursive: true });
      await writeFile(`${state}.new`, JSON.stringify(file));
      await rename(`${state}.new`, state);
    },
    write: async (file: ImportFile, offset: number, chunk: Uint8Array) => {
      const handle = await open(inFolder(file, "content"), offset === 0 ? "w" : "r+");
      try {
        await handle.write(chunk, 0, chunk.byteLength, offset);
      } finally {
        await handle.close();
      }
    },
    /** Removes what was sent, and keeps what is known of it. */
    removeContent: (file: ImportFile) => rm(inFolder(file, "content"), { force: true }),
    remove: (file: ImportFile) => rm(folder(file), { recursive: true, force: true }),
    saveMap: (file: ImportFile, map: string) => writeFile(inFolder(file, "map"), map),
  };
}

async function readState(file: string): Promise<ImportFile | undefined> {
  try {
    return importFile.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** The import shows the name of the file, which a person chose: it stays one name in one folder. */
function safeName(name: string): string {
  const plain = path
    .basename(name.replaceAll("\\", "/"))
    .replace(/[\p{Cc}\p{Cf}/:*?"<>|]+/gu, " ")
    .trim()
    .slice(-LONGEST_NAME);
  return plain === "" || /^\.+$/.test(plain) ? "file" : plain;
}
