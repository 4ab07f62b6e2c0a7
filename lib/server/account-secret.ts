/** The secret for the account endpoints of our own service, derived from the one that both programs share. */
import "server-only";
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ACCOUNT_SECRET_PURPOSE } from "@/lib/contract/account";
import type { Environment } from "./environment";

/** File in which the service stores the secret that it generated. */
const SECRET_FILE = "secret";

/** Undefined when the service's secret is not available here. */
export async function accountSecret(settings: Environment): Promise<string | undefined> {
  const secret = settings.secret ?? (await readFile(resolve(settings.dataDir, SECRET_FILE), "utf8").catch(() => ""));
  return secret === "" ? undefined : createHmac("sha256", secret).update(ACCOUNT_SECRET_PURPOSE).digest("base64url");
}
