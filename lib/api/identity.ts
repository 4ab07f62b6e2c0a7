/** Tolerant readers for the identity and the sign-in options, as the account endpoints return them. */

import { isObject, text } from "@dealflow/client/tolerant-reader";
import { type Identity, type PersonWorkspace, ROLES, type SignInOptions } from "@/lib/contract/account-people";

/** Undefined when it is not an identity. */
export function readIdentity(json: unknown): Identity | undefined {
  if (!isObject(json) || !isObject(json.person)) return undefined;
  const { person } = json;
  const [id, email] = [text(person.id), text(person.email)];
  const workspace = readWorkspace(json.workspace);
  if (id === null || email === null || workspace === undefined) return undefined;
  const list = Array.isArray(json.workspaces) ? json.workspaces.map(readWorkspace) : [];
  return {
    person: {
      id,
      email,
      name: text(person.name) ?? email,
      operator: person.operator === true,
      demo: person.demo === true,
    },
    workspace,
    workspaces: list.filter((one) => one !== undefined),
  };
}

function readWorkspace(value: unknown): PersonWorkspace | undefined {
  if (!isObject(value)) return undefined;
  const [id, name] = [text(value.id), text(value.name)];
  const role = ROLES.find((known) => known === value.role);
  return id === null || name === null || role === undefined ? undefined : { id, name, role };
}

export function readSignInOptions(json: unknown): SignInOptions {
  return { demo: isObject(json) && json.demo === true, mail: isObject(json) && json.mail === true };
}
