/** Runs OpenStack's object storage (Swift), which speaks S3, for tests. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { inject } from "vitest";
import { freePort } from "@/scripts/test-runner/free-port";

const BUCKET = "backups";
const ACCOUNT = "dealflow";
const READY_WITHIN_MS = 60_000;
const BETWEEN_MS = 100;
const STORES = ["account", "container", "object"] as const;

interface Server {
  readonly file: string;
  readonly port: number;
}

type Sections = Readonly<Record<string, Readonly<Record<string, string | number | undefined>>>>;

export interface TestStorage {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Returns the keys that begin with this. */
  list(prefix: string): Promise<string[]>;
  read(key: string): Promise<Uint8Array>;
  write(key: string, content: Uint8Array): Promise<void>;
  /** The bucket takes no more than these bytes; null: any number. */
  setQuota(bytes: number | null): void;
  /** The server takes no requests until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** @param folder an empty folder that any user can enter */
export async function startTestStorage(folder: string): Promise<TestStorage> {
  const programs = dirname(inject("swift"));
  const user = getUser();
  const own = (path: string) => user && chownSync(path, user.uid, user.gid);
  const write = (name: string, sections: Sections) => {
    writeFileSync(join(folder, name), formatSections(sections));
    own(join(folder, name));
    return join(folder, name);
  };
  for (const path of [folder, join(folder, "devices"), join(folder, "devices", "disk")]) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o755);
    own(path);
  }
  const shared = { swift_dir: folder, bind_ip: "127.0.0.1", workers: 0, ...(user && { user: "swift" }) };
  write("swift.conf", {
    "swift-hash": { swift_hash_path_suffix: "test" },
    "storage-policy:0": { name: "default", default: "yes" },
  });
  const stores: Server[] = [];
  for (const store of STORES) {
    const port = await freePort();
    const disk = { devices: join(folder, "devices"), mount_check: "false", fallocate_reserve: 0 };
    const file = write(`${store}.conf`, {
      DEFAULT: { ...shared, ...disk, bind_port: port },
      "pipeline:main": { pipeline: `${store}-server` },
      [`app:${store}-server`]: use(store),
    });
    stores.push({ file, port });
    const builder = join(folder, `${store}.builder`);
    for (const args of [["create", "2", "1", "1"], ["add", `r1z1-127.0.0.1:${port}/disk`, "1"], ["rebalance"]])
      execFileSync(join(programs, "swift-ring-builder"), [builder, ...args], { stdio: "ignore" });
  }
  const port = await freePort();
  const credentials = { accessKeyId: `${ACCOUNT}:tester`, secretAccessKey: "a-secret-of-a-test" };
  const basic = {
    "filter:catch_errors": use("catch_errors"),
    "filter:cache": { ...use("memcache"), memcache_servers: "127.0.0.1:1" },
    "app:proxy-server": { ...use("proxy"), account_autocreate: "true" },
  };
  const file = write("proxy.conf", {
    DEFAULT: { ...shared, bind_port: port },
    "pipeline:main": {
      pipeline: "catch_errors cache s3api tempauth copy container-quotas slo proxy-server",
    },
    ...basic,
    "filter:s3api": use("s3api"),
    "filter:tempauth": { ...use("tempauth"), [`user_${ACCOUNT}_tester`]: `${credentials.secretAccessKey} .admin` },
    "filter:copy": use("copy"),
    "filter:container-quotas": use("container_quotas"),
    "filter:slo": use("slo"),
  });
  const proxy = { file, port };
  const internal = write("internal.conf", {
    DEFAULT: { swift_dir: folder },
    "pipeline:main": { pipeline: "catch_errors cache proxy-server" },
    ...basic,
  });
  const running = new Set<ChildProcess>();
  /** Starts one of the servers, and waits until it takes connections. */
  const run = async (name: string, { file, port }: Server) => {
    const log = openSync(join(folder, `${name}.log`), "a");
    const child = spawn(join(programs, `swift-${name}-server`), [file], { stdio: ["ignore", log, log], ...user });
    running.add(child);
    await waitForPort(port, child);
    return child;
  };
  const close = async () => void (await Promise.all([...running].map(end)));
  const endpoint = `http://127.0.0.1:${proxy.port}`;
  const client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
  let front: ChildProcess;
  try {
    // The proxy leaves a server that did not respond alone for a minute.
    for (const [index, store] of STORES.entries()) await run(store, stores[index] ?? proxy);
    front = await run("proxy", proxy);
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    endpoint,
    bucket: BUCKET,
    credentials,
    async list(prefix) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix }));
      return Contents.map(({ Key = "" }) => Key);
    },
    async read(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    },
    async write(key, content) {
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: content }));
    },
    setQuota(bytes) {
      const script =
        "import sys\nfrom swift.common.internal_client import InternalClient\n" +
        `InternalClient(sys.argv[1], "test", 1).set_container_metadata("AUTH_${ACCOUNT}", "${BUCKET}", {"X-Container-Meta-Quota-Bytes": sys.argv[2]})`;
      const limit = bytes === null ? "" : String(bytes);
      execFileSync("/usr/bin/python3", ["-c", script, internal, limit], { stdio: "ignore" });
    },
    stop: () => end(front),
    async start() {
      front = await run("proxy", proxy);
    },
    close,
  };
}

function use(name: string): { readonly use: string } {
  return { use: `egg:swift#${name}` };
}

function formatSections(sections: Sections): string {
  const formatKeys = (keys: Sections[string]) => Object.entries(keys).map(([key, value]) => `${key} = ${value}\n`);
  return Object.entries(sections)
    .map(([name, keys]) => `[${name}]\n${formatKeys(keys).join("")}`)
    .join("\n");
}

/** Debian's user of these servers; undefined where nobody is root. */
function getUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith("swift:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function waitForPort(port: number, server: ChildProcess): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  for (const until = performance.now() + READY_WITHIN_MS; !(await isOpen()); await delay(BETWEEN_MS))
    if (server.exitCode !== null || performance.now() > until) throw new Error("Swift does not start.");
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => void server.once("exit", () => resolve()));
  server.kill("SIGTERM");
  await ended;
}
