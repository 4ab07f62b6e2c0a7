import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findLocation } from "./location";
import { processStart } from "./process-identity.mjs";
import { superuserUrl } from "./roles";
import { openEmbeddedServer, stopIdleServer } from "./server";
import { WAL_LEVELS } from "./settings";
import { isRoot, postmasterPid, query, startProgram, temporaryFolder, until } from "./testing";

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
/** Its data directory has a database whose server was stopped: making one takes longer than most of the tests. */
let made: ReturnType<typeof temporaryFolder>;
const quiet = () => {};
const open = (extra: Partial<Parameters<typeof openEmbeddedServer>[0]> = {}) =>
  openEmbeddedServer({ dataDir, program: "test", log: quiet, durable: false, ...extra });

beforeAll(async () => {
  made = temporaryFolder();
  await (await open({ dataDir: join(made.path, "data-dir") })).close();
});
afterAll(() => made.remove());
/** Serves tests that do not look at how a database is made. One that lies elsewhere belongs to its data directory alone. */
async function copyMade(): Promise<void> {
  const source = join(made.path, "data-dir");
  if (findLocation(source)?.folder.startsWith(source)) execFileSync("cp", ["-a", source, dataDir]);
  else await (await open()).close();
}

beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder.path, "data-dir");
});

afterEach(async () => {
  await stopIdleServer(dataDir).catch(quiet);
  folder.remove();
});

describe("sharing one server", () => {
  it("gives two programs that start together on an empty directory the same server, and the last to leave stops it", async () => {
    const [one, two] = [startProgram(dataDir), startProgram(dataDir)];
    const [urlOfOne, urlOfTwo] = await Promise.all([one.opened, two.opened]);
    expect(urlOfOne).toBe(urlOfTwo);
    const pid = postmasterPid(dataDir);
    expect(pid).not.toBeNull();

    await one.close();
    expect(await query(urlOfTwo, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(postmasterPid(dataDir)).toBe(pid);

    await two.close();
    expect(postmasterPid(dataDir)).toBeNull();
    expect(processStart(pid ?? 0)).toBeNull();
  });

  it("keeps rows, port and password over a restart @long", async () => {
    await copyMade();
    const first = await open();
    await query(first.url, "create table stored as select 42 as value");
    await first.close();
    const second = await open();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select value from stored")).toEqual([{ value: 42 }]);
    await second.close();
  });

  it("logs as much as its operator set, from its next start on @long", async () => {
    await copyMade();
    const first = await open();
    expect(await query(first.url, "show wal_level")).toEqual([{ wal_level: "minimal" }]);
    const joined = await open({ walLevel: "logical" });
    expect(await query(joined.url, "show wal_level")).toEqual([{ wal_level: "minimal" }]);
    for (const one of [first, joined]) await one.close();
    for (const walLevel of WAL_LEVELS.toReversed()) {
      const server = await open({ walLevel });
      expect(await query(server.url, "show wal_level")).toEqual([{ wal_level: walLevel }]);
      const [senders] = await query(server.url, "show max_wal_senders");
      expect(senders).toEqual({ max_wal_senders: walLevel === "minimal" ? "0" : "10" });
      await server.close();
    }
  });

  it("listens on 127.0.0.1 with a password that only its owner can read", async () => {
    await copyMade();
    const server = await open({ durable: true });
    const wrongPasswordUrl = new URL(server.url);
    wrongPasswordUrl.password = "guess";
    await expect(query(wrongPasswordUrl.href, "select 1")).rejects.toThrow(/password authentication failed/);
    expect(await query(server.url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    const password = readFileSync(join(dataDir, "database.password"), "utf8").trim();
    const maintenanceUrl = superuserUrl(Number(new URL(server.url).port), password);
    expect(await query(maintenanceUrl, "show unix_socket_directories")).toEqual([{ unix_socket_directories: "" }]);
    expect(await query(server.url, "show fsync")).toEqual([{ fsync: "on" }]);
    expect(statSync(join(dataDir, "database.password")).mode & 0o777).toBe(0o600);
    await server.close();
  });
});

describe("after a kill -9", () => {
  it("of the program, the next one attaches to the server that lives on, and stops it when it leaves @long", async () => {
    const killed = startProgram(dataDir);
    await killed.opened;
    const pid = postmasterPid(dataDir);
    await killed.kill();
    expect(postmasterPid(dataDir)).toBe(pid);

    const next = await open();
    expect(postmasterPid(dataDir)).toBe(pid);
    await next.close();
    expect(postmasterPid(dataDir)).toBeNull();
  });

  it("of the program, stopIdleServer stops the server, and leaves one alone that is in use @long", async () => {
    const [killed, living] = [startProgram(dataDir), startProgram(dataDir)];
    await Promise.all([killed.opened, living.opened]);
    await killed.kill();
    await stopIdleServer(dataDir);
    expect(postmasterPid(dataDir)).not.toBeNull();
    await living.kill();
    await stopIdleServer(dataDir);
    expect(postmasterPid(dataDir)).toBeNull();
  });

  it("of the server, a living program brings it back on the same port with every committed row", async () => {
    await copyMade();
    const server = await open();
    await query(server.url, "create table stored as select 42 as value");
    const pid = postmasterPid(dataDir);
    process.kill(pid ?? 0, "SIGKILL");
    await until(async () => {
      try {
        return (await query(server.url, "select value from stored"))[0]?.value === 42;
      } catch {
        return false;
      }
    });
    expect(postmasterPid(dataDir)).not.toBe(pid);
    await server.close();
  });

  it("of the server, a living program tries again until PostgreSQL starts, and reports once why it does not @long", async () => {
    await copyMade();
    const logged: string[] = [];
    const server = await open({ log: (sentence) => logged.push(sentence) });
    await query(server.url, "create table stored as select 42 as value");
    const control = join(server.location, "data", "global", "pg_control");
    renameSync(control, `${control}.away`);
    process.kill(postmasterPid(dataDir) ?? 0, "SIGKILL");
    // The second attempt fails as well: each of them leaves its lines in PostgreSQL's log.
    const attempts = () => readFileSync(join(server.location, "postgres.log"), "utf8").split("pg_control").length - 1;
    await until(() => attempts() > 1);
    renameSync(`${control}.away`, control);
    await until(async () => {
      try {
        return (await query(server.url, "select value from stored"))[0]?.value === 42;
      } catch {
        return false;
      }
    });
    const failures = logged.filter((sentence) => sentence.includes("cannot be restarted yet"));
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain("pg_control");
    await server.close();
  });

  it("of both, the next start repairs the data @long", async () => {
    const killed = startProgram(dataDir);
    await query(await killed.opened, "create table stored as select 42 as value");
    const pid = postmasterPid(dataDir);
    await killed.kill();
    process.kill(pid ?? 0, "SIGKILL");
    // A server that is about to end still looks like a running one.
    await until(() => postmasterPid(dataDir) === null);
    const server = await open();
    expect(await query(server.url, "select value from stored")).toEqual([{ value: 42 }]);
    await server.close();
  });

  it("in the middle of initdb, the next start makes the whole directory again @long", async () => {
    const killed = startProgram(dataDir);
    const halfway = () =>
      existsSync(join(dataDir, "postgres")) &&
      readdirSync(join(dataDir, "postgres")).some(
        (name) => name.startsWith("data.draft-") && existsSync(join(dataDir, "postgres", name, "PG_VERSION")),
      );
    await until(halfway);
    await killed.kill();
    expect(findLocation(dataDir)).toBeNull();

    const server = await open();
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.close();
  });
});

describe("a postmaster.pid that was left behind", () => {
  /**
   * Returns the user that PostgreSQL runs as here: PostgreSQL itself mistakes only processes of that user for a server.
   */
  const account = () => findLocation(dataDir)?.runAs ?? {};
  const leave = (pid: number) => {
    const location = findLocation(dataDir);
    const lines = [pid, location?.dataFolder, 1, 1, "", "127.0.0.1", "0 0", "ready", ""];
    writeFileSync(join(location?.dataFolder ?? "", "postmaster.pid"), lines.join("\n"));
  };

  it("naming a process of another program does not keep the server from starting", async () => {
    await copyMade();
    const other = spawn("sleep", ["60"], { stdio: "ignore", cwd: "/", ...account() });
    await once(other, "spawn");
    leave(other.pid ?? 0);
    const server = await open();
    expect(postmasterPid(dataDir)).not.toBe(other.pid);
    expect(other.kill("SIGKILL")).toBe(true);
    await server.close();
  });

  it("naming a zombie does not either @long", async () => {
    await copyMade();
    // The shell becomes a sleep that never waits for its child.
    const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 60"], {
      stdio: ["ignore", "pipe", "ignore"],
      cwd: "/",
      ...account(),
    });
    const [line] = await once(parent.stdout, "data");
    const zombie = Number(line);
    await until(() => readFileSync(`/proc/${zombie}/stat`, "utf8").includes(") Z "));
    leave(zombie);
    const server = await open();
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    parent.kill("SIGKILL");
    await server.close();
  });
});

describe("where the database lies", () => {
  const system = () => {
    const path = join(folder.path, "system");
    mkdirSync(path, { recursive: true, mode: 0o755 });
    return path;
  };
  /** Hides the data directory below a folder that only its owner can enter. */
  const hide = () => {
    const closed = join(folder.path, "closed");
    mkdirSync(closed, { mode: 0o700 });
    dataDir = join(closed, "data-dir");
  };

  it("is elsewhere for root when nobody can enter the data directory, which then names the location @long", async () => {
    hide();
    const locations = { system: system() };
    const server = await open({ locations });
    const inside = join(dataDir, "postgres");
    if (isRoot) {
      expect(server.location.startsWith(locations.system)).toBe(true);
      expect(JSON.parse(readFileSync(join(dataDir, "database.json"), "utf8")).place).toBe(server.location);
    } else {
      expect(server.location).toBe(inside);
    }
    await query(server.url, "create table stored as select 42 as value");
    await server.close();

    // A moved data directory keeps its database.
    const moved = join(folder.path, "moved");
    renameSync(dataDir, moved);
    dataDir = moved;
    const again = await open({ locations });
    expect(again.location).toBe(isRoot ? server.location : join(moved, "postgres"));
    expect(await query(again.url, "select value from stored")).toEqual([{ value: 42 }]);
    await again.close();
  });

  it("is elsewhere in the temporary folder when the system's folder cannot be made @long", async () => {
    hide();
    const temporary = join(folder.path, "temporary");
    mkdirSync(temporary, { mode: 0o755 });
    chmodSync(temporary, 0o755);
    const blocked = join(folder.path, "file");
    writeFileSync(blocked, "");
    const server = await open({ locations: { system: join(blocked, "dealflow"), temporary } });
    expect(server.location.startsWith(isRoot ? temporary : dataDir)).toBe(true);
    await server.close();
  });

  it("is requested in one sentence when nobody can enter anything", async () => {
    hide();
    const closed = { system: join(folder.path, "closed", "a"), temporary: join(folder.path, "closed") };
    if (isRoot) await expect(open({ locations: closed })).rejects.toThrow(/nobody.*DATA_DIR.*DATABASE_URL/);
    else await (await open({ locations: closed })).close();
  });

  it("begins again after the data directory was removed, and sets the old database aside @long", async () => {
    hide();
    const locations = { system: system() };
    const first = await open({ locations });
    await query(first.url, "create table stored as select 42 as value");
    await first.close();
    rmSync(dataDir, { recursive: true });
    const output: string[] = [];
    const second = await open({ locations, log: (sentence) => output.push(sentence) });
    await expect(query(second.url, "select value from stored")).rejects.toThrow(/does not exist/);
    if (isRoot) expect(output.join()).toMatch(/was moved to/);
    await second.close();
  });
});

it("refuses to begin again when the stored database is gone, until database.json is removed", async () => {
  await copyMade();
  const location = findLocation(dataDir);
  rmSync(location?.folder ?? "", { recursive: true });
  await expect(open()).rejects.toThrow(/^The database of .* is missing: .*restore.*database\.json/);
  expect(existsSync(location?.folder ?? "")).toBe(false);
  rmSync(join(dataDir, "database.json"));
  await (await open()).close();
});

it("reports which file is missing when the password was removed", async () => {
  await copyMade();
  rmSync(join(dataDir, "database.password"));
  await expect(open()).rejects.toThrow(/database\.password is missing.*restore it, or remove/);
});

it("reports in one sentence when the data directory cannot be made", async () => {
  writeFileSync(dataDir, "a file");
  await expect(open()).rejects.toThrow(/DATA_DIR is .*set DATA_DIR to a folder you own/);
});
