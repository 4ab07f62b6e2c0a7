import { createHmac } from "node:crypto";

/** The derived secret has a purpose, so that it is valid for no other one. */
const PURPOSE = "dealflow account";

/** Derives the secret by which the service knows the dashboard's server from the secret that both programs share. */
export function deriveAccountSecret(secret: string): string {
  return createHmac("sha256", secret).update(PURPOSE).digest("base64url");
}
