import { type AccountReply, requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";

/** Undefined when it was done, else why not, as a sentence. */
export function errorOf(reply: AccountReply): string | undefined {
  return reply.ok ? undefined : asSentence(reply.message);
}

export type RequestArguments = Parameters<typeof requestAccount>;

/** The same for a request whose response body is not needed. */
export async function requestError(...args: RequestArguments): Promise<string | undefined> {
  return errorOf(await requestAccount(...args));
}
