/** Describes every endpoint with an example response, as plain data for a reference page. */

import type { Endpoint } from "@dealflow/contract/endpoints";
import type { ErrorCode } from "@dealflow/contract/errors";
import { BATCH_EXAMPLE, type BodyField } from "./batch-body";
import { DESCRIBED, type DescribedEndpoint } from "./endpoints";
import { getExamples } from "./examples/response-examples";
import type { Parameter } from "./parameters";
import { ERROR_DESCRIPTIONS, type ErrorDescription, errorCode } from "./statuses";

export interface ReferenceEndpoint
  extends Pick<DescribedEndpoint, "title" | "summary" | "description" | "cost">,
    Pick<Endpoint, "name" | "method" | "path"> {
  readonly parameters: readonly ReferenceParameter[];
  /** These are the fields of the JSON body, or undefined when there is none. */
  readonly body: readonly ReferenceParameter[] | undefined;
  readonly statuses: readonly ReferenceStatus[];
  /** The JSON text of a request's body is undefined when there is none. */
  readonly exampleBody: string | undefined;
  readonly exampleResponse: string;
}

export interface ReferenceParameter extends Pick<Parameter, "name" | "rule" | "allowed"> {
  /** The type looks like `array of string` or `number`. */
  readonly type: string;
  readonly required: boolean;
  /** The default is written as in a query. */
  readonly default?: string;
}

/** A success has no code, and nothing is to be done about it. */
export interface ReferenceStatus
  extends Pick<ErrorDescription, "title" | "meaning">,
    Partial<Pick<ErrorDescription, "next" | "wait">> {
  readonly status: number;
  readonly code?: ErrorCode;
}

/** The endpoints are in the order of the contract. */
export function reference(): ReferenceEndpoint[] {
  return DESCRIBED.map((described) => {
    const { endpoint, title, summary, description, cost, parameters, body, statuses } = described;
    const { name, method, path } = endpoint;
    return {
      ...{ name, method, path, title, summary, description, cost },
      parameters: parameters.map((parameter) => referenceParameter({ ...parameter, required: false })),
      body: body?.map(referenceParameter),
      statuses: statuses.map((status) => referenceStatus(described, status)),
      exampleBody: body === undefined ? undefined : JSON.stringify(BATCH_EXAMPLE, null, 2),
      exampleResponse: JSON.stringify(getExamples(described, 200)[0]?.value, null, 2),
    };
  });
}

function referenceParameter(given: (Parameter & { readonly required: boolean }) | BodyField): ReferenceParameter {
  const { name, type, rule, required, allowed } = given;
  const standard = "default" in given ? given.default : undefined;
  return {
    ...{ name, type, rule, required },
    ...(allowed && { allowed }),
    ...(standard !== undefined && { default: String(standard) }),
  };
}

function referenceStatus({ success }: DescribedEndpoint, status: number): ReferenceStatus {
  const code = errorCode(status);
  return code === undefined
    ? { status, title: "Success", meaning: success }
    : { status, code, ...ERROR_DESCRIPTIONS[code] };
}
