import { Transform } from "node:stream";

/** Passes every chunk on unchanged, after showing it to `observe`. */
export function tap(observe: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      observe(chunk);
      done(null, chunk);
    },
  });
}
