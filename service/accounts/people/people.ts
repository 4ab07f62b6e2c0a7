/** The parts that signing in is made of, as the endpoints use them. */
import type pg from "pg";
import { type Attempts, openAttempts } from "./attempts";
import { openCookies, type SessionCookies } from "./cookies";
import { type Hashing, openHashing } from "./hashing";
import { type Library, openLibrary } from "./library";
import { openSessionCheck, type SessionCheck } from "./session-check";

export interface People {
  readonly library: Library;
  readonly cookies: SessionCookies;
  readonly sessions: SessionCheck;
  readonly attempts: Attempts;
  readonly hashing: Hashing;
  /** Whether the demo account may be used. */
  readonly demo: boolean;
}

export interface PeopleSettings {
  readonly dashboardUrl: string;
  readonly secret: string;
  readonly demo: boolean;
}

/** @param now ms since 1970 */
export function openPeople(pool: pg.Pool, { dashboardUrl, secret, demo }: PeopleSettings, now: () => number): People {
  const hashing = openHashing();
  const library = openLibrary(pool, { dashboardUrl, secret, hashing });
  return {
    library,
    cookies: openCookies(library),
    sessions: openSessionCheck(pool, now, demo),
    attempts: openAttempts(pool, now),
    hashing,
    demo,
  };
}
