import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findLocation, resolveLocation } from "./location";
import { recordCreated, writeLocationFile } from "./location-file";
import { temporaryFolder } from "./testing";

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
let system: string;
/** Chooses the location as a start does, and creates the files of initdb there. */
const start = (at = dataDir) => {
  const location = resolveLocation(at, () => undefined, { system });
  mkdirSync(location.dataFolder, { recursive: true });
  recordCreated(at, location.folder);
  return location.folder;
};

beforeEach(() => {
  folder = temporaryFolder();
  system = join(folder.path, "system");
  mkdirSync(system);
  chmodSync(system, 0o755);
});
afterEach(() => folder.remove());

const refusalPattern = (lost: string) => new RegExp(`${lost}.*restore.*remove .*database\\.json to start over\\.$`);

/** Uses a folder that only its owner can enter: then root's database is elsewhere, and any other user's inside. */
const hidden = () => {
  const closed = join(folder.path, "closed");
  mkdirSync(closed, { mode: 0o700 });
  return join(closed, "data-dir");
};

describe.each([
  ["holds its database", () => join(folder.path, "data-dir")],
  ["names another folder for it", hidden],
])("a data directory that %s", (_which, path) => {
  let location: string;
  beforeEach(() => {
    dataDir = path();
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    location = start();
  });

  it("stays the same over starts", () => {
    expect(start()).toBe(location);
    expect(findLocation(dataDir)?.folder).toBe(location);
  });

  it("is rejected after that folder was lost, until its file is removed", () => {
    rmSync(location, { recursive: true });
    expect(() => start()).toThrow(refusalPattern("is missing"));
    expect(findLocation(dataDir)).toBeNull();
    expect(existsSync(location)).toBe(false);
    rmSync(join(dataDir, "database.json"));
    expect(existsSync(join(start(), "data"))).toBe(true);
  });

  it("is rejected after the data in that folder was lost", () => {
    rmSync(join(location, "data"), { recursive: true });
    expect(() => start()).toThrow(refusalPattern("is missing"));
  });

  it("continues once the folder was put back", () => {
    renameSync(location, `${location}-away`);
    expect(() => start()).toThrow(refusalPattern("is missing"));
    renameSync(`${location}-away`, location);
    expect(start()).toBe(location);
  });

  it("is rejected where it was restored without that folder, as on another machine", () => {
    const elsewhere = join(folder.path, "restored");
    cpSync(dataDir, elsewhere, { recursive: true, filter: (file) => !file.includes("/postgres") });
    rmSync(location, { recursive: true });
    rmSync(dataDir, { recursive: true });
    expect(() => start(elsewhere)).toThrow(refusalPattern("is missing"));
  });

  it("takes its database along when it is moved", () => {
    const moved = join(folder.path, "moved");
    renameSync(dataDir, moved);
    expect(start(moved)).toBe(location.startsWith(dataDir) ? join(moved, "postgres") : location);
    expect(start(moved)).toBe(findLocation(moved)?.folder);
  });

  it("is rejected with the commit to start first when an earlier version wrote its file", () => {
    writeFileSync(join(dataDir, "database.json"), JSON.stringify({ place: "postgres", id: null, dataDir }));
    expect(() => start()).toThrow(/database\.json was written by an earlier version of Dealflow: start commit 3c9915c/);
  });

  it("is rejected when its file cannot be read", () => {
    for (const text of ["{", "[]", '{"place": 1, "id": null, "dataDir": "", "made": true}']) {
      writeFileSync(join(dataDir, "database.json"), text);
      expect(() => start()).toThrow(
        /names the database folder, cannot be read; restore it, or remove it to start over\.$/,
      );
    }
  });
});

it("is a separate database when a data directory is copied with the database that it holds", () => {
  dataDir = join(folder.path, "data-dir");
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const location = start();
  const copy = `${dataDir}-copy`;
  cpSync(dataDir, copy, { recursive: true });
  expect(start(copy)).toBe(join(copy, "postgres"));
  expect(start()).toBe(location);
});

describe("a database in another folder", () => {
  /** A start as root leaves this when it is killed before initdb. */
  beforeEach(() => {
    dataDir = hidden();
    mkdirSync(dataDir);
    const location = join(system, "of-this-one");
    mkdirSync(location);
    writeFileSync(join(location, "id"), "1");
    writeLocationFile(dataDir, { place: location, id: "1", dataDir, made: false });
  });

  it("is not begun again for a copy of its data directory, until the copy's file is removed", () => {
    const location = start();
    const copy = join(folder.path, "closed", "copy");
    cpSync(dataDir, copy, { recursive: true });
    expect(() => start(copy)).toThrow(refusalPattern(`a copy of ${dataDir}, whose database in ${location}`));
    rmSync(join(copy, "database.json"));
    expect(start(copy)).not.toBe(location);
    expect(start()).toBe(location);
  });

  it("is not mistaken for another installation's that is there now", () => {
    writeFileSync(join(start(), "id"), "another installation's");
    expect(() => start()).toThrow(refusalPattern("has been replaced by another"));
  });

  it("is made again after initdb was interrupted", () => {
    const location = start();
    expect(location).toBe(join(system, "of-this-one"));
    rmSync(join(location, "data"), { recursive: true });
    writeLocationFile(dataDir, { place: location, id: "1", dataDir, made: false });
    expect(start()).toBe(location);
  });
});
