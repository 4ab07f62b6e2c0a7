import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "../project.mjs";
import { startNode } from "./programs.mjs";
import { createSupervisor, restartPolicy } from "./supervisor.mjs";

const S = 1_000;

describe("the delay before a program is started again", () => {
  it("doubles from half a second to half a minute, and never ends", () => {
    const delayAfter = restartPolicy();
    const delays = Array.from({ length: 100 }, () => delayAfter(10 * S));
    expect(delays.slice(0, 6).map(({ delayMs }) => delayMs / S)).toEqual([0.5, 1, 2, 4, 8, 16]);
    expect(delays.slice(0, 6).every(({ deaths }) => deaths === undefined)).toBe(true);
    expect(delays.slice(6)).toEqual(Array.from({ length: 94 }, (_, at) => ({ delayMs: 30 * S, deaths: at + 7 })));
  });

  it("is short again after the program ran for a minute", () => {
    const delayAfter = restartPolicy();
    expect([0, 0, 60 * S].map((ranMs) => delayAfter(ranMs).delayMs)).toEqual([0.5 * S, S, 0.5 * S]);
  });
});

describe("a supervised program", () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dealflow-supervisor-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Supervises a program of this text, which writes a letter to `starts` whenever it is started, and stops after `stopAfter` deaths. */
  function supervise(code, stopAfter) {
    const starts = join(folder, "starts");
    const file = join(folder, "program.mjs");
    writeFileSync(starts, "");
    writeFileSync(
      file,
      `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(starts)}, "x"); ${code}`,
    );
    const lines = [];
    const abandoned = [];
    const ended = new Promise((end) => {
      let deaths = 0;
      const supervisor = createSupervisor({
        changed: () => {},
        giveUp: (sentence) => {
          abandoned.push(sentence);
          end();
        },
        print: (line) => {
          lines.push(line);
          if (lines.length < stopAfter) return;
          supervisor.stop();
          end();
        },
        policy: () => () => ({ delayMs: 10, deaths: ++deaths > 1 ? deaths : undefined }),
        errors: new PassThrough().resume(),
      });
      supervisor.keepRunning("program", () => {
        const program = startNode([file], { stderr: "pipe" });
        return { ...program, ready: new Promise((resolve) => program.child.once("message", resolve)) };
      });
    });
    return ended.then(() => ({ lines, abandoned, starts: readFileSync(starts, "utf8").length }));
  }

  it("that always dies is started again each time, and the operator reads why", async () => {
    const outcome = await supervise('process.send("up"); throw new Error("the disk is broken");', 4);
    const loud = (deaths) =>
      `ERROR: the program is down. It exited ${deaths} times, the last time with: Error: the disk is broken; restarting in 0.01 s.`;
    expect(outcome).toEqual({
      lines: ["The program exited (code 1); restarting in 0.01 s.", loud(2), loud(3), loud(4)],
      abandoned: [],
      starts: 4,
    });
  });

  it("that ends before it is ready for the first time is not started again", async () => {
    expect(await supervise("process.exit(7);", 1)).toEqual({
      lines: [],
      abandoned: ["The program exited (code 7); stopping everything."],
      starts: 1,
    });
  });

  it("is not waited for after a stop", async () => {
    const file = join(folder, "starter.mjs");
    const moduleUrl = (name) => JSON.stringify(pathToFileURL(join(ROOT, "scripts", "processes", name)).href);
    writeFileSync(
      file,
      `import { startNode } from ${moduleUrl("programs.mjs")};
       import { createSupervisor } from ${moduleUrl("supervisor.mjs")};
       const supervisor = createSupervisor({
         changed: () => console.log("started"),
         giveUp: console.log,
         print: (line) => { console.log(line); supervisor.stop(); },
         policy: () => () => ({ delayMs: 3_600_000 }),
       });
       supervisor.keepRunning("program", () => {
         const program = startNode(["-e", "process.send(1, () => process.exit(7))"], { stderr: "pipe" });
         return { ...program, ready: new Promise((resolve) => program.child.once("message", resolve)) };
       });`,
    );
    const starter = startNode([file], { stdout: "pipe" });
    const output = text(starter.child.stdout);
    expect(await starter.ended).toEqual({ code: 0, signal: null });
    expect(await output).toBe("started\nThe program exited (code 7); restarting in 3600 s.\n");
  });
});
