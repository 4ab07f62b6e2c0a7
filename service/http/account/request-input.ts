/** Bodies of the account's endpoints, requests parsed and responses typed by the contract; save conflicts as errors. */

import type { AccountEndpoint, ResponseOf } from "@dealflow/contract/account-endpoint";
import { quote } from "@dealflow/contract/quote";
import { isUuid } from "@dealflow/contract/syntax";
import type { Context } from "hono";
import type * as z from "zod/mini";
import { SaveConflictError } from "@/service/accounts/save-conflict-error";
import { ApiError } from "../api-error";
import type { Env } from "../context";
import { readBody } from "../read-request";

/** The body of a request to an endpoint that takes one. */
export async function parseBody<S extends z.ZodMiniType>(
  c: Context<Env>,
  endpoint: AccountEndpoint & { readonly request: S },
): Promise<z.output<S>> {
  return parseBodyText(await readBody(c), endpoint);
}

export function parseBodyText<S extends z.ZodMiniType>(
  body: string,
  { request }: AccountEndpoint & { readonly request: S },
): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new ApiError("INVALID_INPUT", "the body is not valid JSON");
  }
  const result = request.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") || "the body";
  throw new ApiError("INVALID_INPUT", `${field}: ${issue?.message ?? "cannot be read"}`);
}

/** Responds with what the endpoint's schema describes. */
export function respond<E extends AccountEndpoint>(
  c: Context<Env>,
  _endpoint: E,
  value: ResponseOf<E>,
  status: 200 | 201 = 200,
  headers: Readonly<Record<string, string | string[]>> = {},
): Response {
  return c.json(value, status, headers);
}

/** The id in the path; 404 when malformed. */
export function getIdParameter(c: Context<Env>): string {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw new ApiError("NOT_FOUND", `no item has the id ${quote(id)}`);
  return id;
}

/** @param noun `view`, `company`; @param most limit per workspace */
export async function withSaveErrors<T>(noun: string, most: number, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SaveConflictError)) throw error;
    switch (error.reason) {
      case "missing":
        throw new ApiError("NOT_FOUND", `this ${noun} no longer exists`);
      case "changed":
        throw new ApiError("CONFLICT", `${quote(error.subject)} was changed elsewhere; reload it`);
      case "taken":
        throw new ApiError("CONFLICT", `a ${noun} named ${quote(error.subject)} already exists`);
      case "theirs":
        throw new ApiError(
          "FORBIDDEN",
          `only the creator of ${quote(error.subject)} and owners can change or delete it`,
        );
      case "shared":
        throw new ApiError("FORBIDDEN", `only the creator of ${quote(error.subject)} can stop sharing it`);
      case "full":
        throw new ApiError("CONFLICT", `a workspace can have at most ${most} of these; remove some first`);
    }
  }
}
