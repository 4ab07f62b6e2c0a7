import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settledPlace, settlePlace } from "./place";
import { rememberMade, writePlaceFile } from "./place-file";
import { temporaryFolder } from "./testing";

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
let system: string;
/** Settles the place as a start does, and makes there what initdb makes. */
const start = (at = dataDir) => {
  const place = settlePlace(at, () => undefined, { system });
  mkdirSync(place.dataFolder, { recursive: true });
  rememberMade(at, place.folder);
  return place.folder;
};

beforeEach(() => {
  folder = temporaryFolder();
  system = join(folder.path, "system");
  mkdirSync(system);
  chmodSync(system, 0o755);
});
afterEach(() => folder.remove());

const refused = (lost: string) => new RegExp(`${lost}.*restore.*remove .*database\\.json to begin anew\\.$`);

/** Below a folder that only its owner can enter: there root's database lies elsewhere, and anybody else's inside. */
const hidden = () => {
  const closed = join(folder.path, "closed");
  mkdirSync(closed, { mode: 0o700 });
  return join(closed, "data-dir");
};

describe.each([
  ["holds its database", () => join(folder.path, "data-dir")],
  ["names another folder for it", hidden],
])("a data directory that %s", (_which, path) => {
  let place: string;
  beforeEach(() => {
    dataDir = path();
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    place = start();
  });

  it("keeps its place over starts", () => {
    expect(start()).toBe(place);
    expect(settledPlace(dataDir)?.folder).toBe(place);
  });

  it("is refused after that folder was lost, until its file is removed", () => {
    rmSync(place, { recursive: true });
    expect(() => start()).toThrow(refused("is not there any more"));
    expect(settledPlace(dataDir)).toBeNull();
    expect(existsSync(place)).toBe(false);
    rmSync(join(dataDir, "database.json"));
    expect(existsSync(join(start(), "data"))).toBe(true);
  });

  it("is refused after the data in that folder was lost", () => {
    rmSync(join(place, "data"), { recursive: true });
    expect(() => start()).toThrow(refused("is not there any more"));
  });

  it("goes on once the folder was put back", () => {
    renameSync(place, `${place}-away`);
    expect(() => start()).toThrow(refused("is not there any more"));
    renameSync(`${place}-away`, place);
    expect(start()).toBe(place);
  });

  it("is refused where it was restored without that folder, as on another machine", () => {
    const elsewhere = join(folder.path, "restored");
    cpSync(dataDir, elsewhere, { recursive: true, filter: (file) => !file.includes("/postgres") });
    rmSync(place, { recursive: true });
    rmSync(dataDir, { recursive: true });
    expect(() => start(elsewhere)).toThrow(refused("is not there any more"));
  });

  it("takes its database along when it is moved", () => {
    const moved = join(folder.path, "moved");
    renameSync(dataDir, moved);
    expect(start(moved)).toBe(place.startsWith(dataDir) ? join(moved, "postgres") : place);
    expect(start(moved)).toBe(settledPlace(moved)?.folder);
  });

  it("goes on with the database inside where an earlier version gave it one and left the file of another", () => {
    mkdirSync(join(dataDir, "postgres", "data"), { recursive: true });
    const stale = { place: join(system, "of-another"), id: "1", dataDir: "/of/another" };
    writeFileSync(join(dataDir, "database.json"), JSON.stringify(stale));
    expect(start()).toBe(join(dataDir, "postgres"));
    expect(JSON.parse(readFileSync(join(dataDir, "database.json"), "utf8"))).toMatchObject({ place: "postgres" });
  });

  it("is refused when its file cannot be read", () => {
    for (const text of ["{", "[]", '{"place": 1, "id": null, "dataDir": ""}']) {
      writeFileSync(join(dataDir, "database.json"), text);
      expect(() => start()).toThrow(/should name the folder.*put it back, or remove it to begin anew\.$/);
    }
  });
});

it("is a database of its own when a data directory is copied with the database that it holds", () => {
  dataDir = join(folder.path, "data-dir");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const place = start();
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });
  expect(start(copy)).toBe(join(copy, "postgres"));
  expect(start()).toBe(place);
});

describe("a database in another folder", () => {
  /** What a start of root's leaves when it is killed before initdb. */
  beforeEach(() => {
    dataDir = hidden();
    mkdirSync(dataDir);
    const place = join(system, "of-this-one");
    mkdirSync(place);
    writeFileSync(join(place, "id"), "1");
    writePlaceFile(dataDir, { place, id: "1", dataDir, made: false });
  });

  it("is not begun anew for a copy of its data directory, until the copy's file is removed", () => {
    const place = start();
    const copy = join(folder.path, "closed", "copy");
    cpSync(dataDir, copy, { recursive: true });
    expect(() => start(copy)).toThrow(refused(`a copy of ${dataDir}, whose database lies in ${place}`));
    rmSync(join(copy, "database.json"));
    expect(start(copy)).not.toBe(place);
    expect(start()).toBe(place);
  });

  it("is not mistaken for another installation's that is there now", () => {
    writeFileSync(join(start(), "id"), "another installation's");
    expect(() => start()).toThrow(refused("another one is there now"));
  });

  it("is made again after initdb was interrupted", () => {
    const place = start();
    expect(place).toBe(join(system, "of-this-one"));
    rmSync(join(place, "data"), { recursive: true });
    writePlaceFile(dataDir, { place, id: "1", dataDir, made: false });
    expect(start()).toBe(place);
  });
});
