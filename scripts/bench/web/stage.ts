/** What every part of the benchmark works on. */
import type { Browser } from "@playwright/test";
import type { BenchOptions } from "../options";

export interface Stage {
  readonly browser: Browser;
  /** Of the browser, for programs that start one themselves. */
  readonly chromium: string;
  readonly url: string;
  /** Of a person's session: `name=value`. */
  readonly cookie: string;
  /** The id of some company. */
  readonly company: string;
  readonly options: BenchOptions<"web">;
  print(sentence: string): void;
}
