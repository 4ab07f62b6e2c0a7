import { Transform } from "node:stream";

/** Hands every chunk on as it is, after showing it to somebody. */
export function tap(observe: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      observe(chunk);
      done(null, chunk);
    },
  });
}
