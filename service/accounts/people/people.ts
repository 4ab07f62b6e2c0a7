/** The parts that signing in is made of, as the endpoints use them. */
import type pg from "pg";
import type { Logger } from "pino";
import { type Attempts, openAttempts } from "./attempts";
import { openCookies, type SessionCookies } from "./cookies";
import { type Hashing, openHashing } from "./hashing";
import { type Library, openLibrary } from "./library";
import { type Mail, type MailSettings, openMail } from "./mail";
import { openSessionCheck, type SessionCheck } from "./session-check";

export interface People {
  readonly library: Library;
  readonly cookies: SessionCookies;
  readonly sessions: SessionCheck;
  readonly attempts: Attempts;
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
export function openPeople(pool: pg.Pool, settings: PeopleSettings, log: Logger, now: () => number): People {
  const library = openLibrary(pool, settings);
  return {
    library,
    cookies: openCookies(library),
    sessions: openSessionCheck(pool, now, settings.demo),
    attempts: openAttempts(pool, now),
    hashing: openHashing(),
    mail: openMail(settings, log),
    demo: settings.demo,
  };
}
