/**
 * Encrypts short values that clients carry, deterministically: AES-256-GCM with a nonce that is derived from the value
 * and its context (a synthetic IV), so that the same value always has the same text and caches may key by it.
 */
import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Sealing adds this many bytes. */
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

/** @param purpose values sealed for one purpose cannot be opened for another */
export function createSealer(secret: string, purpose: string) {
  const derive = (use: string) => createHmac("sha256", secret).update(`dealflow ${purpose} ${use}`).digest();
  const [key, nonceKey] = [derive("key"), derive("nonce")];

  return {
    /** @param context scope of the value; needed to open it, and not contained in the result */
    seal(value: Buffer, context: Buffer) {
      const nonce = createHmac("sha256", nonceKey).update(context).update(value).digest().subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(context);
      return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    /** Returns undefined when it was altered, or sealed for another context or by another key. */
    open(sealed: Buffer, context: Buffer) {
      if (sealed.length < SEAL_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(context).setAuthTag(sealed.subarray(-TAG_BYTES));
      const value = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([value, decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

export function idOfBytes(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
