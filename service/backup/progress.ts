import { Presets, SingleBar } from "cli-progress";

export interface Progress {
  stage(name: string, bytes: number): void;
  /** Shows how many bytes of the stage are done in all. */
  show(bytes: number): void;
  end(): void;
}

export const NO_PROGRESS: Progress = { stage: () => undefined, show: () => undefined, end: () => undefined };

/** Draws nothing when the stream is no terminal. */
export function progressBar(stream: NodeJS.WriteStream): Progress {
  const bar = new SingleBar(
    { format: "{bar} {percentage} % | {stage}", stream, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  return {
    stage: (stage, bytes) => {
      bar.stop();
      bar.start(Math.max(bytes, 1), 0, { stage });
    },
    show: (bytes) => bar.update(bytes),
    end: () => bar.stop(),
  };
}
