/**
 * The one kind of cache in both programs. It is bounded in bytes, keys included, because keys are made of what clients
 * send: thousands of short entries or a few of 64 kB alike cannot fill the memory. The least recently used go first.
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

export interface CacheOptions<V> {
  /** What is kept in it; of each name there is one in a program. */
  readonly name: string;
  /** Room for all entries with their keys. */
  readonly maxBytes: number;
  /** Bytes of a value, counted when it is set. */
  readonly sizeOf: (value: V) => number;
  /** How long an entry is kept after it was set; without it, as long as there is room. */
  readonly ttlMs?: number;
  /** The time begins anew whenever an entry is read. */
  readonly slidingTtl?: boolean;
  /** ms since 1970 */
  readonly now?: () => number;
}

export interface BoundedCache<V> {
  readonly name: string;
  readonly maxBytes: number;
  /** Bytes that are taken now. */
  readonly bytes: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** Keeps nothing that is larger than all the room. */
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** Characters of a key that is kept as it is. A digest has more, so none is ever equal to a key. */
const MAX_KEY_LENGTH = 40;
/** What an entry takes beside the text of its key and its value: up to 120 measured in Node 20, and some to spare. */
const ENTRY_BYTES = 200;

const registry = new Map<string, BoundedCache<unknown>>();

/** Every cache of this program, the last one of each name. */
export function allCaches(): readonly BoundedCache<unknown>[] {
  return [...registry.values()];
}

export function createCache<V extends {}>(options: CacheOptions<V>): BoundedCache<V> {
  const { name, maxBytes, sizeOf, ttlMs, slidingTtl = false, now = Date.now } = options;
  const entries = new LRUCache<string, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + textBytes(key) + Math.ceil(sizeOf(value)),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs, updateAgeOnGet: slidingTtl, ttlResolution: 0, perf: { now } }),
  });
  const cache: BoundedCache<V> = {
    name,
    maxBytes,
    get bytes() {
      return entries.calculatedSize;
    },
    get: (key) => entries.get(shortened(key)),
    has: (key) => entries.has(shortened(key)),
    set: (key, value) => void entries.set(copyOf(shortened(key)), value),
    delete: (key) => void entries.delete(shortened(key)),
  };
  registry.set(name, cache);
  return cache;
}

/** Bytes that a text takes in memory, at most. */
export function textBytes(text: string): number {
  return 2 * text.length;
}

function shortened(key: string): string {
  return key.length <= MAX_KEY_LENGTH ? key : hash("sha256", key, "base64url");
}

/** The same text on its own: what was cut out of a longer one, as a cookie out of its header, holds on to all of that. */
export function copyOf(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
