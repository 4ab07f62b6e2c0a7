/**
 * How long signing in takes: with the right password, with a wrong one, and for an address without an account. The last
 * two must take alike, or the time would tell who has an account here.
 */
import { ACCOUNT, ACCOUNT_SECRET_HEADER } from "@/lib/contract/account";
import { CLIENT_ADDRESS_HEADER } from "@/lib/contract/account-people";

/** Milliseconds of each request, in the order in which they were made. */
export interface SignInTimes {
  readonly accepted: readonly number[];
  readonly wrongPassword: readonly number[];
  readonly noAccount: readonly number[];
}

/** Kinds of attempt that are made in turn, so that whatever else the machine does meets all of them. */
const KINDS = ["accepted", "wrongPassword", "noAccount"] as const;

/**
 * @param secret as the dashboard's server proves itself with
 * @param forgetAttempts empties the count of attempts, which refuses a sixth within a minute: called before each round
 */
export async function signInTimes(
  service: { readonly url: string; readonly secret: string },
  person: { readonly email: string; readonly password: string },
  rounds: number,
  forgetAttempts: () => Promise<unknown>,
): Promise<SignInTimes> {
  const times = { accepted: [] as number[], wrongPassword: [] as number[], noAccount: [] as number[] };
  const asked = {
    accepted: { body: person, status: 200 },
    wrongPassword: { body: { ...person, password: `not ${person.password}` }, status: 401 },
    noAccount: { body: { email: `nobody.${person.email}`, password: `not ${person.password}` }, status: 401 },
  };
  for (let round = -WARM_UP; round < rounds; round++) {
    await forgetAttempts();
    // A different one is first each time.
    for (let turn = 0; turn < KINDS.length; turn++) {
      const kind = KINDS[(Math.abs(round) + turn) % KINDS.length] ?? "accepted";
      const { body, status } = asked[kind];
      const startedAt = performance.now();
      const response = await fetch(`${service.url}${ACCOUNT.signIn.path}`, {
        method: ACCOUNT.signIn.method,
        headers: { [ACCOUNT_SECRET_HEADER]: service.secret, [CLIENT_ADDRESS_HEADER]: "192.0.2.1" },
        body: JSON.stringify(body),
      });
      await response.arrayBuffer();
      if (response.status !== status) throw new Error(`${kind}: status ${response.status} in place of ${status}`);
      if (round >= 0) times[kind].push(performance.now() - startedAt);
    }
  }
  return times;
}

/** Rounds before it counts: the first requests compile what they run. */
const WARM_UP = 5;
