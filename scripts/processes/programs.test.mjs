import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { processStart } from "../../service/store/embedded/process-identity.mjs";
import { ROOT } from "../project.mjs";
import { readEnvironment } from "./environment.mjs";
import { requireFreePort } from "./ports.mjs";
import { startNode, stopProgram } from "./programs.mjs";

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dealflow-programs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function script(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function untilDead(pid) {
  const deadline = Date.now() + 20_000;
  while (processStart(pid) !== null) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} still runs after 20 s.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("a program", () => {
  const POLITE = 'process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); process.send("up");';
  const DEAF = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send("up");';

  it("gets a stop signal, and may end as it likes", async () => {
    const program = startNode([script("polite.mjs", POLITE)]);
    await once(program.child, "message");
    expect(await stopProgram(program)).toBe(true);
    expect(await program.ended).toEqual({ code: 7, signal: null });
  });

  it("is killed when it does not stop in time, with what it started", async () => {
    const child = script("child.mjs", "setInterval(() => {}, 1000);");
    const deaf = `import { spawn } from "node:child_process";
      const child = spawn(process.execPath, [${JSON.stringify(child)}], { stdio: "ignore" });
      process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); process.send(child.pid);`;
    const program = startNode([script("deaf.mjs", deaf)]);
    const [childPid] = await once(program.child, "message");
    expect(await stopProgram(program, 200)).toBe(false);
    await untilDead(childPid);
  });

  it("ends when the script that started it is killed with -9, even if it ignores SIGTERM", {
    timeout: 40_000,
  }, async () => {
    const starter = script(
      "starter.mjs",
      `import { startNode } from ${JSON.stringify(pathToFileURL(join(ROOT, "scripts", "processes", "programs.mjs")).href)};
       const polite = startNode([${JSON.stringify(script("polite.mjs", POLITE))}]);
       const deaf = startNode([${JSON.stringify(script("deaf.mjs", DEAF))}]);
       await Promise.all([polite, deaf].map(({ child }) => new Promise((resolve) => child.once("message", resolve))));
       console.log(polite.child.pid + " " + deaf.child.pid);`,
    );
    const parent = spawn(process.execPath, [starter], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(parent.stdout, "data");
    parent.kill("SIGKILL");
    const [polite, deaf] = String(line).split(" ").map(Number);
    await untilDead(polite);
    await untilDead(deaf);
  });
});

describe("a port", () => {
  it("that is taken is named with the variable that changes it", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    await expect(requireFreePort("127.0.0.1", port, "API_PORT")).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use; set API_PORT to a free port.`,
    );
    server.close();
    await once(server, "close");
    await expect(requireFreePort("127.0.0.1", port, "API_PORT")).resolves.toBeUndefined();
  });

  it("of a host that is not this machine's is named with HOST", async () => {
    await expect(requireFreePort("203.0.113.9", 4000, "API_PORT")).rejects.toThrow(
      /^Cannot listen on HOST 203\.0\.113\.9/,
    );
  });
});

describe("the environment", () => {
  const NAMES = [
    ...["API_PORT", "DASHBOARD_PORT", "API_KEY", "API_URL", "DATA_DIR"],
    ...["HOST", "DASHBOARD_URL", "DASHBOARD_PASSWORD"],
  ];
  const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
  const set = (values) => {
    for (const name of NAMES) process.env[name] = values[name] ?? "";
  };
  afterEach(() => {
    for (const name of NAMES) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });

  it("has defaults, and makes the data directory absolute for both programs", () => {
    set({});
    expect(readEnvironment()).toMatchObject({ apiPort: 4000, dashboardPort: 3000, foreign: false, host: "127.0.0.1" });
    set({ DATA_DIR: "elsewhere", API_PORT: "4100" });
    expect(readEnvironment().forPrograms).toMatchObject({ DATA_DIR: join(ROOT, "elsewhere"), API_PORT: "4100" });
  });

  it.each([
    [{ API_PORT: "many" }, 'API_PORT must be a port from 1 to 65535; got "many".'],
    [{ DASHBOARD_PORT: "65536" }, 'DASHBOARD_PORT must be a port from 1 to 65535; got "65536".'],
    [{ API_PORT: "4100", DASHBOARD_PORT: "4100" }, "API_PORT and DASHBOARD_PORT are both 4100; they must differ."],
    [{ API_KEY: "key" }, "API_KEY is set, so API_URL must be the address of its host."],
    [{ API_KEY: "key", API_URL: "http://x", HOST: "0.0.0.0" }, "set DASHBOARD_PASSWORD too."],
    [{ API_KEY: "key", API_URL: "http://x", DASHBOARD_URL: "https://a.example" }, "set DASHBOARD_PASSWORD too."],
  ])("names what is wrong in %j", (values, sentence) => {
    set(values);
    expect(() => readEnvironment()).toThrow(sentence);
  });
});
