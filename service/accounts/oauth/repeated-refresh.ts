/**
 * Answers a refresh that is repeated within seconds with the tokens of the first one: several processes of a client share
 * its tokens, and a response can be lost. What is stored of them can be read only with the refresh token that was used.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import type pg from "pg";
import * as z from "zod";
import { hashToken } from "../token";
import type { OAuthParts } from "./provider";
import { GRACE_MS, REPEATED_REFRESH } from "./records";

const MODEL = "RefreshResponse";
const CIPHER = "aes-256-gcm";
const [IV_BYTES, TAG_BYTES] = [12, 16];
/** The response of a first refresh that is still running is polled this often, this far apart (ms). */
const POLL = { times: 40, ms: 50 } as const;

const FAILED = z.object({ error_description: z.literal(REPEATED_REFRESH) });

export function repeatRefreshes({ pool, now }: Pick<OAuthParts, "pool" | "now">) {
  /** These refresh tokens passed all checks. */
  const used = new WeakMap<IncomingMessage, { readonly token: string; readonly grantId: string }>();

  const middleware: Parameters<Provider["use"]>[0] = async (context, next) => {
    await next();
    const refresh = used.get(context.req);
    if (refresh === undefined) return;
    if (context.status === 200) await store(pool, refresh, JSON.stringify(context.body), new Date(now()));
    else if (FAILED.safeParse(context.body).success) {
      const earlier = await findResponse(pool, refresh.token);
      if (earlier === undefined) return;
      context.status = 200;
      context.type = "json";
      context.body = earlier;
    }
  };

  /** Remembers a refresh token just before it is used. */
  function note({ req, oidc }: KoaContextWithOIDC): void {
    const { grantId } = oidc.entities.RefreshToken ?? {};
    if (grantId !== undefined) used.set(req, { token: String(oidc.params?.refresh_token), grantId });
  }

  return { middleware, note };
}

async function store(
  pool: pg.Pool,
  { token, grantId }: { readonly token: string; readonly grantId: string },
  response: string,
  at: Date,
): Promise<void> {
  await pool.query(
    `insert into oauth_records (model, id, grant_id, payload, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [MODEL, hashToken(token), grantId, { sealed: seal(token, response) }, at, new Date(at.getTime() + GRACE_MS)],
  );
}

async function findResponse(pool: pg.Pool, token: string): Promise<string | undefined> {
  for (let tries = 0; tries < POLL.times; tries++) {
    const { rows } = await pool.query<{ sealed: string }>(
      "select payload ->> 'sealed' as sealed from oauth_records where model = $1 and id = $2",
      [MODEL, hashToken(token)],
    );
    const [row] = rows;
    if (row !== undefined) return open(token, row.sealed);
    await wait(POLL.ms);
  }
  return undefined;
}

function seal(token: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, getKey(token), iv);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

function open(token: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(CIPHER, getKey(token), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return `${decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8")}${decipher.final("utf8")}`;
}

/** Derives another digest than the stored one, which is made without these words. */
function getKey(token: string): Buffer {
  return hash("sha256", `dealflow refresh response ${token}`, "buffer");
}
