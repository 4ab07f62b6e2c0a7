/** Reads the data of the account pages, so that each is rendered with it. */
import "server-only";
import type { AccountEndpoint, CallArguments, ResponseOf } from "@dealflow/contract/account/endpoint";
import { notFound } from "next/navigation";
import { getDashboardContext } from "../dashboard-context";
import { failureMessage } from "../http/error-responses";
import { requestAccount } from "../proxy/account";
import { currentCaller, requireIdentity } from "./identity";

/** Its message is a sentence for people. */
export class AccountDataError extends Error {
  override readonly name = "AccountDataError";

  constructor(
    message: string,
    /** It is false when it is not there or not theirs to read, however often they try. */
    readonly canRetry: boolean,
  ) {
    super(message);
  }
}

/** Throws an `AccountDataError` when it could not be read. */
export async function readAccountData<E extends AccountEndpoint>(
  endpoint: E,
  ...call: CallArguments<E>
): Promise<ResponseOf<E>> {
  const result = await requestAccount(getDashboardContext(), await currentCaller(), endpoint, ...call);
  if ("failure" in result)
    throw new AccountDataError(failureMessage(result.failure), ![403, 404].includes(result.failure.status));
  return result.value;
}

/** A foreign host has no account pages. */
export async function requireAccountPages(): Promise<void> {
  if ((await requireIdentity()) === null) notFound();
}
