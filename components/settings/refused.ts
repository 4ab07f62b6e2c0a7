import { type AccountReply, requestAccount } from "@/lib/client/request-account";
import { asSentence } from "@/lib/client/sentence";

/** Undefined when it was done, else why not, as a sentence. */
export function refused(reply: AccountReply): string | undefined {
  return reply.ok ? undefined : asSentence(reply.message);
}

export type Ask = Parameters<typeof requestAccount>;

/** The same of a question whose answer tells nothing that is wanted. */
export async function done(...ask: Ask): Promise<string | undefined> {
  return refused(await requestAccount(...ask));
}
