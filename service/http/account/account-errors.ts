/** Maps errors of the accounts' rules to the error envelope. */
import { RETRY_AFTER_HEADER } from "@dealflow/contract/headers";
import { AccountError } from "@/service/accounts/account-error";
import { ApiError } from "../api-error";

export async function withAccountErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AccountError) {
      const { code, message, retryAfterS } = error;
      throw new ApiError(
        code,
        message,
        retryAfterS === undefined ? {} : { [RETRY_AFTER_HEADER]: String(Math.ceil(retryAfterS)) },
      );
    }
    throw error;
  }
}
