/** Refusals of the accounts' own rules, in the error envelope. */
import { Refused } from "@/service/accounts/refused";
import { ApiError } from "../api-error";

export async function allowed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused) throw new ApiError(error.code, error.message);
    throw error;
  }
}
