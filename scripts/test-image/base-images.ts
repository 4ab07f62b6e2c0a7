/**
 * Makes the two images that the Dockerfile starts from out of Debian's packages and this machine's Node, because the test
 * uses no registry of images.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ensureProgram, MMDEBSTRAP } from "../test-runner/system-programs.mjs";
import type { Podman } from "./podman";

/** The slim image of Debian leaves these out too. */
const LEFT_OUT = ["doc", "info", "locale", "man"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
const MIRROR = "http://deb.debian.org/debian";
const CERTIFICATES = "/etc/ssl/certs";

/** Returns arguments of `podman build` that put these images in the place of the Dockerfile's. */
export function makeBaseImages(podman: Podman, folder: string): readonly string[] {
  const archive = join(folder, "debian.tar");
  execFileSync(
    ensureProgram(MMDEBSTRAP),
    [
      ...["--variant=apt", "--include=passwd,usr-is-merged", "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr"],
      ...[...LEFT_OUT, "bookworm", archive, MIRROR],
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  podman.run("import", archive, "localhost/debian");

  const context = join(folder, "node");
  const modules = join(context, "usr", "local", "lib", "node_modules");
  const bin = join(context, "usr", "local", "bin");
  mkdirSync(modules, { recursive: true });
  mkdirSync(bin, { recursive: true });
  cpSync(process.execPath, join(bin, "node"));
  cpSync(dirname(dirname(realpathSync(join(dirname(process.execPath), "npm")))), join(modules, "npm"), {
    recursive: true,
  });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(bin, "npm"));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  writeFileSync(
    join(context, "Dockerfile"),
    `FROM localhost/debian\nCOPY usr /usr\n${certificates ? `ENV NODE_EXTRA_CA_CERTS=${certificates}\n` : ""}`,
  );
  podman.run("build", "--isolation=chroot", "--tag=localhost/node", context);

  // npm in the build reads the settings that it has on this machine.
  const settings = [
    [join(homedir(), ".npmrc"), "/root/.npmrc"],
    [join(dirname(process.execPath), "..", "etc", "npmrc"), "/usr/local/etc/npmrc"],
    [CERTIFICATES, CERTIFICATES],
  ].filter(([from]) => from !== undefined && existsSync(from));
  return [
    ...["--build-arg", "NODE_IMAGE=localhost/node", "--build-arg", "DEBIAN_IMAGE=localhost/debian"],
    ...settings.flatMap(([from, to]) => ["--volume", `${from}:${to}:ro`]),
  ];
}
