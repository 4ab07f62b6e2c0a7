/**
 * Validates form entries before they are sent: a sentence says what is wrong, undefined means valid. The service
 * decides.
 */
import { PERSON_LIMITS } from "@dealflow/contract/account/people";

const { email, name, password, workspaceName } = PERSON_LIMITS;

/** A form shows this before anything is typed. */
export const PASSWORD_RULE = `${password.min}–${password.max} characters. Passwords that are easy to guess are rejected.`;

/** Unusual forms are valid too: mail only has to be deliverable. */
export function emailProblem(text: string): string | undefined {
  const given = text.trim();
  if (given === "") return "An email address is required.";
  if (given.length > email)
    return `An email address can have at most ${email} characters; this one has ${given.length}.`;
  return /^\S.*@[^\s@]+$/.test(given) ? undefined : "Enter an email address such as name@company.example.";
}

/** Counts characters as people do: an emoji is one. */
export function newPasswordProblem(text: string): string | undefined {
  const length = [...text].length;
  if (length === 0) return "A password is required.";
  if (length < password.min) return `A password needs at least ${password.min} characters; this one has ${length}.`;
  return length > password.max
    ? `A password can have at most ${password.max} characters; this one has ${length}.`
    : undefined;
}

/** Accepts an existing password in any form, because the service compares it. */
export function passwordProblem(text: string): string | undefined {
  return text === "" ? "A password is required." : undefined;
}

export function nameProblem(text: string): string | undefined {
  return namedProblem(text, "A name", name);
}

export function workspaceNameProblem(text: string): string | undefined {
  return namedProblem(text, "The name of a workspace", workspaceName);
}

export function namedProblem(text: string, what: string, most: number): string | undefined {
  const given = text.trim();
  if (given === "") return `${what} is required.`;
  return given.length > most ? `${what} can have at most ${most} characters; this one has ${given.length}.` : undefined;
}
