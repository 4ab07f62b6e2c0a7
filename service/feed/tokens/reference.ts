/** Seals references to records, which disclose no id and are valid for one workspace and one feed. */
import { hash } from "node:crypto";
import type { FeedName } from "@dealflow/contract/feeds";
import { createSealer, idBytes, idOfBytes } from "./seal";

export interface ReferenceScope {
  readonly feed: FeedName;
  readonly workspaceId: string;
}

export type References = ReturnType<typeof createReferences>;

export function createReferences(secret: string) {
  const sealer = createSealer(secret, "record reference");
  const buildContext = ({ feed, workspaceId }: ReferenceScope) => hash("sha256", `${feed} ${workspaceId}`, "buffer");
  return {
    write: (scope: ReferenceScope, recordId: string) =>
      sealer.seal(idBytes(recordId), buildContext(scope)).toString("base64url"),
    /** Returns the record's id; undefined when the reference was altered or is of another workspace or feed. */
    read: (scope: ReferenceScope, reference: string) => {
      const sealed = Buffer.from(reference, "base64url");
      // Node skips characters that are not base64url; only the one spelling that was sent is accepted.
      if (sealed.toString("base64url") !== reference) return undefined;
      const bytes = sealer.open(sealed, buildContext(scope));
      return bytes === undefined ? undefined : idOfBytes(bytes);
    },
  };
}
