/** Fetches what timelines would cost, which is free. Only our own service has quotes. */
import { readQuote, readQuotes } from "@/lib/api/quote";
import { ACCOUNT } from "@/lib/contract/account";
import type { CompanyQuote } from "@/lib/contract/account-quote";
import { BATCH_FIELD } from "@/lib/contract/timeline";
import { requestAccount } from "../request-account";
import type { CompanyReference } from "./request";

export type Quoted<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/** Never throws. */
export async function fetchQuote({ by, value }: CompanyReference): Promise<Quoted<CompanyQuote>> {
  const reply = await requestAccount(ACCOUNT.quote, { search: new URLSearchParams([[by, value]]) });
  if (!reply.ok) return { ok: false, message: reply.message };
  const quote = readQuote(reply.json);
  return quote === undefined ? UNREADABLE : { ok: true, value: quote };
}

/** In the order of the ids. Never throws. */
export async function fetchQuotes(ids: readonly string[]): Promise<Quoted<readonly CompanyQuote[]>> {
  const reply = await requestAccount(ACCOUNT.quotes, { body: { [BATCH_FIELD]: ids.map((id) => ({ id })) } });
  if (!reply.ok) return { ok: false, message: reply.message };
  const quotes = readQuotes(reply.json);
  return quotes === undefined || quotes.length !== ids.length ? UNREADABLE : { ok: true, value: quotes };
}

const UNREADABLE = { ok: false, message: "The price could not be read." } as const;
