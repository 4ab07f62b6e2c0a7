import type { AccountEndpoint, CallArguments } from "@dealflow/contract/account-endpoint";
import { type AccountReply, requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";

/** Undefined when it was done, else why not, as a sentence. */
export function errorOf(reply: AccountReply<unknown>): string | undefined {
  return reply.ok ? undefined : asSentence(reply.message);
}

/** The same for a request whose response body is not needed. */
export async function requestError<E extends AccountEndpoint>(
  endpoint: E,
  ...call: CallArguments<E>
): Promise<string | undefined> {
  return errorOf(await requestAccount(endpoint, ...call));
}
