import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseNetwork } from "@/lib/net/address";
import { type DownloadSettings, downloadFile } from "./download";
import { TEST_CA } from "./testing/certificates";
import { FORBIDDEN_TARGETS, resolveTestName } from "./testing/forbidden-targets";
import { type Receiver, startReceiver } from "./testing/receiver";

let receiver: Receiver;
let folder: string;
beforeAll(async () => {
  receiver = await startReceiver();
  folder = mkdtempSync(path.join(tmpdir(), "dealflow-download-"));
});
afterAll(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  rmSync(path.join(folder, "file.part"), { force: true });
});

const NONE = { etag: null, lastModified: null };
const load = (
  known = NONE as Parameters<typeof downloadFile>[1],
  settings: Partial<DownloadSettings> = {},
  url = receiver.url(),
) =>
  downloadFile(url, known, path.join(folder, "file"), {
    allowed: [parseNetwork("127.0.0.0/8") ?? expect.fail()],
    ca: TEST_CA,
    mostBytes: 1_000,
    deadlineMs: 30_000,
    silenceMs: 15_000,
    resolve: async () => ["127.0.0.1"],
    ...settings,
  });
const content = () => readFileSync(path.join(folder, "file"), "utf8");
const answer =
  (status: number, headers: Record<string, string>, body = "") =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);

describe("a download", () => {
  it("writes the file, and asks only for a newer one", async () => {
    receiver.respond = answer(200, { ETag: '"1"', "Last-Modified": "Thu, 26 Nov 2026 10:00:00 GMT" }, "a,b\n1,2\n");
    const version = await load();
    expect(version).toEqual({ etag: '"1"', lastModified: "Thu, 26 Nov 2026 10:00:00 GMT" });
    expect(content()).toBe("a,b\n1,2\n");
    receiver.respond = answer(304, {});
    expect(await load(version)).toBeUndefined();
    expect(receiver.received.at(-1)?.headers).toMatchObject({
      "if-none-match": '"1"',
      "if-modified-since": "Thu, 26 Nov 2026 10:00:00 GMT",
    });
  });

  it("goes on where it stopped while the file there is the same", async () => {
    receiver.respond = (response) => {
      response.writeHead(200, { ETag: '"2"', "Content-Length": "8" });
      response.write("half");
      setTimeout(() => response.socket?.destroy(), 50);
    };
    await expect(load()).rejects.toThrow(/^The download from 127.0.0.1:\d+ failed: aborted.$/);
    receiver.respond = answer(206, { ETag: '"2"', "Content-Range": "bytes 4-7/8" }, "full");
    await load();
    expect(receiver.received.at(-1)?.headers).toMatchObject({ range: "bytes=4-", "if-range": '"2"' });
    expect(content()).toBe("halffull");
  });

  it("begins again when the file there changed meanwhile", async () => {
    writeFileSync(path.join(folder, "file.part"), "old");
    writeFileSync(path.join(folder, "file.part-etag"), '"3"');
    receiver.respond = answer(200, { ETag: '"4"' }, "new file");
    await load();
    expect(content()).toBe("new file");
  });

  it.each([{ "Content-Range": "bytes 0-7/8" }, { "Content-Range": "bytes 3-3/8" }, {}])(
    "is no file when the answer is another part than the rest: %j",
    async (range) => {
      writeFileSync(path.join(folder, "file.part"), "old");
      writeFileSync(path.join(folder, "file.part-etag"), "");
      receiver.respond = answer(206, { ETag: '"5"', ...range }, "new file");
      await expect(load()).rejects.toThrow(
        /^127.0.0.1:\d+ answered with another part of the file than was requested\.$/,
      );
      writeFileSync(path.join(folder, "file.part"), "o");
      writeFileSync(path.join(folder, "file.part-etag"), '"5"');
      await expect(load()).rejects.toThrow("another part of the file");
      receiver.respond = answer(200, { ETag: '"5"' }, "new file");
      await load();
      expect(content()).toBe("new file");
    },
  );

  it("ends at the limits of size and time", async () => {
    receiver.respond = answer(200, { "Content-Length": "1001" }, "x".repeat(1_001));
    await expect(load()).rejects.toThrow(/is larger than 1000 bytes\.$/);
    receiver.respond = (response) => void response.writeHead(200).end("x".repeat(1_001));
    await expect(load()).rejects.toThrow(/is larger than 1000 bytes\.$/);
    receiver.respond = () => undefined;
    await expect(load(NONE, { silenceMs: 100 })).rejects.toThrow("nothing arrived for too long");
    receiver.respond = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    };
    await expect(load(NONE, { deadlineMs: 200 })).rejects.toThrow("took too long");
  });

  it("says with one sentence what the address answered instead of a file", async () => {
    receiver.respond = answer(302, { Location: "http://169.254.169.254/" });
    await expect(load()).rejects.toThrow("redirects to another address, which is not followed; use the final address.");
    receiver.respond = answer(503, {});
    await expect(load()).rejects.toThrow(/^127.0.0.1:\d+ answered with status 503 instead of a file\.$/);
  });

  it.each(FORBIDDEN_TARGETS)("is refused from %s", async (target) => {
    const before = receiver.received.length;
    await expect(load(NONE, { allowed: [], resolve: resolveTestName }, target)).rejects.toThrow(/\.$/);
    expect(receiver.received).toHaveLength(before);
  });
});
