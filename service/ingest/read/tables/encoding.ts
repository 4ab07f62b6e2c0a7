/** Converts text of any encoding to UTF-8 while it is read. */
import { isAscii, isUtf8 } from "node:buffer";

export const ENCODINGS = [
  ...(["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-15", "windows-1250", "windows-1251"] as const),
  ...(["macintosh", "shift_jis", "gb18030", "big5", "euc-kr"] as const),
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Node 20 decodes these bytes of windows-1252 as the control characters that Latin-1 has there. */
const C1 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Returns the encoding that the start of a file shows; undefined for one that may be UTF-8. */
function detectEncoding(start: Buffer): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const pairs = start.subarray(0, 2_000);
  const nulls = [0, 0];
  for (const [index, byte] of pairs.entries()) if (byte === 0) nulls[index % 2] = (nulls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls;
  if (odd > pairs.length / 5 && odd > even * 10) return "utf-16le";
  if (even > pairs.length / 5 && even > odd * 10) return "utf-16be";
  return undefined;
}

/**
 * Yields the text in UTF-8 without a byte order mark. Without an encoding the start of the file decides; bytes that
 * are not ASCII decide between UTF-8 and windows-1252 when the first of them are reached.
 */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding?: string): AsyncGenerator<Buffer> {
  let decode = encoding === undefined ? undefined : decoder(encoding);
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && decode === undefined) {
      const found = detectEncoding(chunk);
      decode = found === undefined ? undefined : decoder(found);
    }
    if (decode === undefined && !isAscii(chunk)) decode = decoder(isMostlyUtf8(chunk) ? "utf-8" : "windows-1252");
    const text = withoutNulls(decode === undefined ? chunk : decode(chunk, true));
    yield isFirst ? withoutMark(text) : text;
    isFirst = false;
  }
  if (decode !== undefined) yield decode(Buffer.alloc(0), false);
}

type Decode = (chunk: Buffer, stream: boolean) => Buffer;

function decoder(encoding: string): Decode {
  if (encoding === "utf-8") return (chunk) => chunk;
  const text = new TextDecoder(encoding);
  const decode = (chunk: Buffer, stream: boolean) => text.decode(chunk, { stream });
  if (encoding !== "windows-1252") return (chunk, stream) => Buffer.from(decode(chunk, stream));
  return (chunk, stream) =>
    Buffer.from(
      decode(chunk, stream).replace(/[\x80-\x9f]/g, (control) => C1[control.charCodeAt(0) - 0x80] ?? control),
    );
}

/** Returns whether bytes that are not ASCII are UTF-8, apart from few that are broken. */
function isMostlyUtf8(chunk: Buffer): boolean {
  // The last character may go on in the next chunk.
  if (isUtf8(chunk.subarray(0, completeEnd(chunk)))) return true;
  const text = chunk.toString("utf8");
  const broken = text.split("\uFFFD").length - 1;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression leaves out ASCII.
  const whole = (text.match(/[^\x00-\x7f\uFFFD]/g) ?? []).length;
  return whole > broken;
}

function completeEnd(chunk: Buffer): number {
  for (let index = chunk.length - 1; index >= Math.max(0, chunk.length - 4); index--) {
    const byte = chunk[index] ?? 0;
    if (byte < 0x80) return index + 1;
    if (byte >= 0xc0) return index;
  }
  return chunk.length;
}

/** A program that crashed, or fields of a fixed width, leave null bytes, which mean nothing in UTF-8. */
function withoutNulls(text: Buffer): Buffer {
  return text.includes(0) ? Buffer.from(text.filter((byte) => byte !== 0)) : text;
}

function withoutMark(text: Buffer): Buffer {
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text;
}
