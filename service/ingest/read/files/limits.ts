/** Refuses archives that unpack to more than a computer should read. */
import { InputError } from "../input";

export interface UnpackingLimits {
  /** A member unpacks to at most this number of bytes. */
  readonly memberBytes: number;
  /** Beyond `ratioFrom` unpacked bytes, these are at most this many times the packed ones. */
  readonly ratio: number;
  readonly ratioFrom: number;
  readonly members: number;
}

const MB = 1024 * 1024;

export const UNPACKING_LIMITS: UnpackingLimits = {
  memberBytes: 8 * 1024 * MB,
  ratio: 200,
  ratioFrom: 100 * MB,
  members: 1_000,
};

/** Passes unpacked bytes on; throws `InputError` as soon as they break a limit. `packed` returns the bytes read so far. */
export async function* limitUnpacking(
  chunks: AsyncIterable<Buffer>,
  label: string,
  packed: () => number,
  limits: UnpackingLimits = UNPACKING_LIMITS,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    checkSize(label, bytes, packed(), limits);
    yield chunk;
  }
}

/** Throws `InputError` for a member that unpacks to too many bytes. */
export function checkSize(label: string, unpacked: number, packed: number, limits: UnpackingLimits): void {
  if (unpacked > limits.memberBytes)
    throw new InputError(`${label} unpacks to more than ${getSize(limits.memberBytes)}; split it first.`);
  if (unpacked > limits.ratioFrom && unpacked > packed * limits.ratio)
    throw new InputError(
      `${label} unpacks to more than ${limits.ratio} times its size, as no table does; unpack it yourself if you trust it.`,
    );
}

export function getSize(bytes: number): string {
  return bytes >= 1024 * MB ? `${Math.round(bytes / (1024 * MB))} GB` : `${Math.round(bytes / MB)} MB`;
}
