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
  it("doubles from half a second to half a minute", () => {
    const delayAfter = restartPolicy();
    let now = 0;
    const delays = Array.from({ length: 8 }, () => {
      now += 10 * S;
      return delayAfter(now, 10 * S);
    });
    expect(delays).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * S));
  });

  it("is short again after the program ran for a minute", () => {
    const delayAfter = restartPolicy();
    expect([delayAfter(0, 0), delayAfter(1 * S, 0), delayAfter(62 * S, 60 * S)]).toEqual([0.5 * S, S, 0.5 * S]);
  });

  it("has no end after ten deaths within five minutes, and only then", () => {
    const often = restartPolicy();
    const delays = Array.from({ length: 10 }, (_, death) => often(death * 33 * S, 0));
    expect(delays.map((delay) => delay === null)).toEqual([...Array(9).fill(false), true]);
    const seldom = restartPolicy();
    for (let death = 0; death < 30; death++) expect(seldom(death * 34 * S, 0)).not.toBeNull();
  });
});

describe("a supervised program", () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dealflow-supervisor-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Supervises a program of this text, which writes a line to `starts` whenever it is started. */
  function supervise(code, delays) {
    const starts = join(folder, "starts");
    const file = join(folder, "program.mjs");
    writeFileSync(starts, "");
    writeFileSync(
      file,
      `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(starts)}, "x"); ${code}`,
    );
    const lines = [];
    const abandoned = new Promise((giveUp) => {
      const supervisor = createSupervisor({
        changed: () => {},
        giveUp,
        print: (line) => lines.push(line),
        policy: () => () => delays.shift() ?? null,
        errors: new PassThrough().resume(),
      });
      supervisor.keepRunning("program", () => {
        const program = startNode([file], { stderr: "pipe" });
        return { ...program, ready: new Promise((resolve) => program.child.once("message", resolve)) };
      });
    });
    return { lines, givenUp: abandoned, starts: () => readFileSync(starts, "utf8").length };
  }

  it("that always dies is abandoned with the reason", async () => {
    const {
      givenUp: abandoned,
      lines,
      starts,
    } = supervise('process.send("up"); throw new Error("the disk is broken");', [10, 20]);
    expect(await abandoned).toBe(
      "The program exited 3 times; stopping everything. Last exit (code 1): Error: the disk is broken",
    );
    expect(lines).toEqual([
      "The program exited (code 1); restarting in 0.01 s.",
      "The program exited (code 1); restarting in 0.02 s.",
    ]);
    expect(starts()).toBe(3);
  });

  it("that ends before it is ready for the first time is not started again", async () => {
    const { givenUp: abandoned, starts } = supervise("process.exit(7);", [10]);
    expect(await abandoned).toBe("The program exited (code 7); stopping everything.");
    expect(starts()).toBe(1);
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
         policy: () => () => 3_600_000,
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
