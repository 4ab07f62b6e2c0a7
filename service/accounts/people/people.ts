/** Assembles sign-in for the endpoints. */
import type { Logger } from "pino";
import type { Pools } from "@/service/store/pools/pools";
import { createAttemptLimiter } from "./attempts";
import { createKnownBrowsers, createSessionCookies } from "./cookies";
import { createHashing, type Hashing } from "./hashing";
import { createMail, type MailSettings } from "./mail";
import { createSessionCheck } from "./session-check";

/** A locked-out sign-in has a wrong password and is the last one before a wait; one that is refused comes during a wait. */
export type SignInResult = "succeeded" | "wrong_password" | "locked_out" | "refused" | "disabled";

export type People = Readonly<ReturnType<typeof createPeople>>;

export interface PeopleSettings extends MailSettings {
  readonly secret: string;
  readonly demo: boolean;
  /** Both programs are reached from this machine alone. */
  readonly local: boolean;
}

/** @param now ms since 1970 */
export function createPeople(
  pools: Pick<Pools, "main" | "sessions" | "replica">,
  settings: PeopleSettings,
  log: Logger,
  now: () => number,
  hashing: Hashing = createHashing(),
) {
  return {
    cookies: createSessionCookies(settings),
    sessions: createSessionCheck(pools, now, settings.demo),
    attempts: createAttemptLimiter(pools.main, now),
    browsers: createKnownBrowsers(settings),
    hashing,
    mail: createMail(settings, log),
    demo: settings.demo,
    /** Addresses count as confirmed: on this machine alone, where no mail can be sent. */
    trustsAddresses: settings.local && settings.smtpUrl === undefined,
  };
}
