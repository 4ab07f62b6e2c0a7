/** Describes every endpoint with an example response, as plain data for a reference page. */

import { BATCH_EXAMPLE, type BodyField } from "./batch-body";
import { DESCRIBED, type DescribedEndpoint } from "./endpoints";
import { getExamples } from "./examples/response-examples";
import type { Parameter } from "./parameters";
import { ERROR_DESCRIPTIONS, errorCode } from "./statuses";
import type { AllowedValues } from "./value-lists";

export interface ReferenceEndpoint {
  /** The name is `meta.endpoint` of its responses, as in the ledger of credits. */
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly cost: string;
  readonly parameters: readonly ReferenceParameter[];
  /** These are the fields of the JSON body, or undefined when there is none. */
  readonly body: readonly ReferenceParameter[] | undefined;
  readonly statuses: readonly ReferenceStatus[];
  /** The JSON text of a request's body is undefined when there is none. */
  readonly exampleBody: string | undefined;
  readonly exampleResponse: string;
}

export interface ReferenceParameter {
  readonly name: string;
  /** The type looks like `array of string` or `number`. */
  readonly type: string;
  readonly rule: string;
  readonly required: boolean;
  /** `values` is empty when there are more than 30. */
  readonly allowed: AllowedValues | undefined;
  /** The default is written as in a query. */
  readonly default: string | undefined;
}

export interface ReferenceStatus {
  readonly status: number;
  /** The error code is undefined for 200. */
  readonly code: string | undefined;
  readonly title: string;
  readonly meaning: string;
  /** Tells what to do about an error. */
  readonly next: string | undefined;
  /** Tells how long to wait before a retry; it is undefined when a retry cannot help. */
  readonly wait: string | undefined;
}

/** The endpoints are in the order of the contract. */
export function reference(): ReferenceEndpoint[] {
  return DESCRIBED.map((described) => {
    const { endpoint, title, summary, description, cost, parameters, body, statuses } = described;
    return {
      name: endpoint.name,
      method: endpoint.method,
      path: endpoint.path,
      title,
      summary,
      description,
      cost,
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
  return {
    name,
    type,
    rule,
    required,
    allowed,
    default: "default" in given && given.default !== undefined ? String(given.default) : undefined,
  };
}

function referenceStatus({ success }: DescribedEndpoint, status: number): ReferenceStatus {
  const code = errorCode(status);
  if (code === undefined) return { status, code, title: "Success", meaning: success, next: undefined, wait: undefined };
  const { title, meaning, next, wait } = ERROR_DESCRIPTIONS[code];
  return { status, code, title, meaning, next, wait };
}
