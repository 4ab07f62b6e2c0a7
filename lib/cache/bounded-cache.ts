/**
 * Both programs cache in this. It is bounded in bytes, keys included, because keys contain what clients send: neither
 * thousands of short entries nor a few of 64 kB can fill the memory. It evicts the least recently used.
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

interface CacheOptions<V> {
  /** Says what it stores, and is unique within a program. */
  readonly name: string;
  /** Limits all entries with their keys. */
  readonly maxBytes: number;
  /** Returns the bytes of a value, which are counted when it is set. */
  readonly measureBytes: (value: V) => number;
  /** An entry lives this long (ms); without it, entries stay until they are evicted. */
  readonly ttlMs?: number;
  /** Reading an entry restarts its time to live. */
  readonly slidingTtl?: boolean;
  readonly now?: () => number;
}

export interface BoundedCache<V> {
  readonly name: string;
  readonly maxBytes: number;
  readonly bytes: number;
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** Stores nothing larger than the whole cache. */
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** A longer key is replaced by its digest, which is longer than this, so none ever equals a key. */
const MAX_KEY_LENGTH = 40;
/** An entry takes up to 120 bytes besides its key and value, measured in Node 20; this has a margin. */
const ENTRY_BYTES = 200;

const registry = new Map<string, BoundedCache<unknown>>();

/** Returns every cache of this program, the latest of each name. */
export function allCaches(): readonly BoundedCache<unknown>[] {
  return [...registry.values()];
}

export function createCache<V extends {}>(options: CacheOptions<V>): BoundedCache<V> {
  const { name, maxBytes, measureBytes, ttlMs, slidingTtl = false, now = Date.now } = options;
  const entries = new LRUCache<string, V>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + textBytes(key) + Math.ceil(measureBytes(value)),
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
    set: (key, value) => void entries.set(detachedCopy(shortened(key)), value),
    delete: (key) => void entries.delete(shortened(key)),
  };
  registry.set(name, cache);
  return cache;
}

export function textBytes(text: string): number {
  return 2 * text.length;
}

function shortened(key: string): string {
  return key.length <= MAX_KEY_LENGTH ? key : hash("sha256", key, "base64url");
}

/** A copy of the string: a substring, such as a cookie of a header, would retain the whole. */
export function detachedCopy(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
