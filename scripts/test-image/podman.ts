/** Runs Podman with a storage of its own, so that nothing of the machine's containers is seen or changed. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureProgram, PODMAN, RUNC } from "../test-runner/system-programs.mjs";

export type Podman = ReturnType<typeof createPodman>;

/** Everything is stored below `folder`. */
export function createPodman(folder: string) {
  const program = ensureProgram(PODMAN);
  const options = [
    ...["--root", join(folder, "storage"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"],
    ...["--runtime", ensureProgram(RUNC), "--cgroup-manager", "cgroupfs"],
  ];
  /** Runs a command and returns how it ended. */
  const attempt = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [...options, ...args], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 ** 2,
    });
    return { status: status ?? 1, stdout: stdout.trim(), output: `${stdout}${stderr}`.trim() };
  };
  return {
    try: attempt,
    /** Runs a command and returns its stdout; throws with its output when it fails. */
    run: (...args: readonly string[]) => {
      const { status, stdout, output } = attempt(...args);
      if (status !== 0) throw new Error(`podman ${args.slice(0, 3).join(" ")} … failed: ${output.slice(-2_000)}`);
      return stdout;
    },
  };
}
