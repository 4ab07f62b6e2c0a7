/** The parts that signing in is made of, as the endpoints use them. */
import type { Logger } from "pino";
import type { Pools } from "@/service/store/pools";
import { type Attempts, openAttempts } from "./attempts";
import { openCookies, type SessionCookies } from "./cookies";
import { type Hashing, openHashing } from "./hashing";
import { type KnownBrowsers, openKnownBrowsers } from "./known-browsers";
import { type Library, openLibrary } from "./library";
import { type Mail, type MailSettings, openMail } from "./mail";
import { openSessionCheck, type SessionCheck } from "./session-check";

export interface People {
  readonly library: Library;
  readonly cookies: SessionCookies;
  readonly sessions: SessionCheck;
  readonly attempts: Attempts;
  readonly browsers: KnownBrowsers;
  readonly hashing: Hashing;
  readonly mail: Mail;
  /** Whether the demo account may be used. */
  readonly demo: boolean;
}

export interface PeopleSettings extends MailSettings {
  readonly secret: string;
  readonly demo: boolean;
}

/** @param now ms since 1970 */
export function openPeople(
  pools: Pick<Pools, "main" | "sessions">,
  settings: PeopleSettings,
  log: Logger,
  now: () => number,
): People {
  const library = openLibrary(pools.main, settings);
  return {
    library,
    cookies: openCookies(library),
    sessions: openSessionCheck(pools, now, settings.demo),
    attempts: openAttempts(pools.main, now),
    browsers: openKnownBrowsers(settings),
    hashing: openHashing(),
    mail: openMail(settings, log),
    demo: settings.demo,
  };
}
