import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleFile, ensureBuilt } from "@/scripts/build.mjs";
import { type Folder, testFolder } from "@/service/backup/testing/folder";
import { type TestDatabase, testDatabase } from "@/service/store/testing";
import { BACKUP_COMMANDS } from "./backup-commands";
import { parseCommand } from "./command";

let folder: Folder;
let database: TestDatabase;
beforeAll(async () => {
  await ensureBuilt("service");
  folder = testFolder();
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

describe("the command line", () => {
  const ROOT = resolve(import.meta.dirname, "../..");
  interface ProcessResult {
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }
  const command = (env: Record<string, string>, ...words: string[]): Promise<ProcessResult> =>
    new Promise((done) => {
      const args = [bundleFile("admin"), ...words];
      const child = execFile(
        process.execPath,
        args,
        { cwd: ROOT, env: { ...process.env, ...env } },
        (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
      );
    });

  it("has the SDK of object storage, which is loaded later", async () => {
    const endpoint = "http://127.0.0.1:1";
    const env = {
      ...{ DATABASE_URL: database.url, DATA_DIR: folder.path, AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: "test" },
      ...{ AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" },
    };
    const { code, stderr } = await command(env, "backup", "--verify", "s3://bucket/backup");
    expect(stderr).toContain(`s3://bucket/backup at ${endpoint} cannot be reached: `);
    expect(code).toBe(1);
  });

  it("reports errors in one sentence with exit code 1, and prints one JSON object otherwise", async () => {
    const old = createServer((socket) => socket.on("error", () => undefined).on("data", respondAs("140011")));
    await once(old.listen(0, "127.0.0.1"), "listening");
    const address = old.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const at = folder.fresh("command");
    const env = { DATABASE_URL: database.url, DATA_DIR: folder.path };
    const [created, foreign, unreachable, tooOld] = await Promise.all([
      command(env, "backup", folder.fresh("json"), "--json"),
      command({ ...env, DATA_DIR: at }, "restore", folder.path),
      command(
        { DATABASE_URL: "postgres://me:hidden@127.0.0.1:1/db", DATA_DIR: at },
        "backup",
        folder.fresh("unreachable"),
      ),
      command(
        { DATABASE_URL: `postgres://me:hidden@127.0.0.1:${port}/db`, DATA_DIR: at },
        "credits",
        "show",
        "--workspace",
        "W",
      ),
    ]);
    old.close();
    expect(created).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(created.stdout)).toMatchObject({ tables: expect.any(Number), secrets: false });
    const oneSentence = /^[A-Z/][^\n]*[^.]\.\n$/;
    for (const { code, stdout, stderr } of [foreign, unreachable, tooOld]) {
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(oneSentence);
      expect(stderr).not.toContain("hidden");
    }
    expect(foreign.stderr).toContain("is not a complete backup");
    expect(unreachable.stderr).toContain("127.0.0.1:1/db");
    expect(tooOld.stderr).toContain("PostgreSQL 14; Dealflow needs 15 or newer.");
    expect(existsSync(at)).toBe(false);
  });

  /** Starts a server that speaks as much of PostgreSQL's protocol as it takes to report its version. */
  function respondAs(version: string) {
    const message = (type: string, ...parts: Buffer[]) => {
      const body = Buffer.concat(parts);
      const head = Buffer.alloc(5);
      head.write(type);
      head.writeUInt32BE(body.length + 4, 1);
      return Buffer.concat([head, body]);
    };
    const number = (value: number, bytes: 2 | 4) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeIntBE(value, 0, bytes);
      return buffer;
    };
    const text = (value: string) => Buffer.from(`${value}\0`);
    const ready = message("Z", Buffer.from("I"));
    const column = [
      text("version"),
      number(0, 4),
      number(0, 2),
      number(25, 4),
      number(-1, 2),
      number(-1, 4),
      number(0, 2),
    ];
    const rows = [
      message("T", number(1, 2), ...column),
      message("D", number(1, 2), number(version.length, 4), Buffer.from(version)),
      message("C", text("SELECT 1")),
      ready,
    ];
    return function response(this: Socket, request: Buffer) {
      // A start-up packet has no type; a query is Q, the end is X.
      if (request[0] === 0) this.write(Buffer.concat([message("R", number(0, 4)), ready]));
      else if (request.toString("latin1", 0, 1) === "Q") this.write(Buffer.concat(rows));
      else this.end();
    };
  }

  it("names what is missing or too much, with exit code 2", () => {
    expect(() => parseCommand(["backup"], BACKUP_COMMANDS)).toThrow(
      "<folder> is missing: npm run admin -- backup <folder> [--with-secrets]",
    );
    expect(() => parseCommand(["restore", "a", "b"], BACKUP_COMMANDS)).toThrow('Unexpected argument "b"');
    expect(() => parseCommand(["restore", "a", "--with-secrets"], BACKUP_COMMANDS)).toThrow(
      "Unknown option --with-secrets; use --json.",
    );
    expect(parseCommand(["backup", "--help"], BACKUP_COMMANDS)).toBeUndefined();
  });
});
