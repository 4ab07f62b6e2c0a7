/** A shared cache as operators put one before a program: nginx with a plain `proxy_cache`, which takes what it is allowed to. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { waitUntilReady } from "../../../scripts/test-runner/built-programs";
import { freePort } from "../../../scripts/test-runner/free-port";

/** `npm test` names the one that it found. */
const NGINX = process.env.DEALFLOW_NGINX || "/usr/sbin/nginx";

/** Says whether a response came from the cache (`HIT`). */
export const CACHE_STATUS_HEADER = "x-cache-status";

export interface Cache {
  readonly url: string;
  stop(): Promise<void>;
}

/** @param upstream address of the program behind it */
export async function startNginx(upstream: string): Promise<Cache> {
  const folder = mkdtempSync(path.join(tmpdir(), "dealflow-nginx-"));
  const port = await freePort();
  const settings = path.join(folder, "nginx.conf");
  writeFileSync(settings, nginxSettings(folder, port, upstream));
  mkdirSync(path.join(folder, "cache"));
  const child = spawn(NGINX, ["-p", folder, "-c", settings, "-e", "stderr"], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const exit = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    waitUntilReady(url),
    exit.then(() => Promise.reject(new Error(`nginx ended before it was ready:\n${output}`))),
  ]);
  return {
    url,
    stop: async () => {
      child.kill("SIGQUIT");
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Keyed by nginx's own default, which knows neither cookies nor hosts. What does not mention caching is stored too. */
function nginxSettings(folder: string, port: number, upstream: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr crit;
${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  large_client_header_buffers 8 64k;
  proxy_buffer_size 64k;
  proxy_buffers 8 64k;
  proxy_cache_path ${folder}/cache keys_zone=shared:4m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${upstream};
      proxy_set_header Host $http_host;
      proxy_cache shared;
      proxy_cache_valid any 10m;
      add_header X-Cache-Status $upstream_cache_status always;
    }
  }
}
`;
}
