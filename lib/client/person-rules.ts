/** Validation of a form entry before it is sent, as one sentence; undefined when it is valid. The service decides. */
import { PERSON_LIMITS } from "@/lib/contract/account-people";

const { email, name, password, workspaceName } = PERSON_LIMITS;

/** Shown before anything is typed. */
export const PASSWORD_RULE = `${password.min} to ${password.max} characters, and none of the common ones.`;

/** Unusual forms are valid too: mail only has to be deliverable. */
export function emailProblem(text: string): string | undefined {
  const given = text.trim();
  if (given === "") return "An email address is needed.";
  if (given.length > email) return `An email address has at most ${email} characters; this has ${given.length}.`;
  return /^\S.*@[^\s@]+$/.test(given) ? undefined : "An email address looks like name@company.example.";
}

/** In characters as people count them: an emoji is one. */
export function newPasswordProblem(text: string): string | undefined {
  const length = [...text].length;
  if (length === 0) return "A password is needed.";
  if (length < password.min) return `A password has at least ${password.min} characters; this has ${length}.`;
  return length > password.max ? `A password has at most ${password.max} characters; this has ${length}.` : undefined;
}

/** One that exists already: whatever it is, it is the service that compares it. */
export function passwordProblem(text: string): string | undefined {
  return text === "" ? "A password is needed." : undefined;
}

export function nameProblem(text: string): string | undefined {
  return namedProblem(text, "A name", name);
}

export function workspaceNameProblem(text: string): string | undefined {
  return namedProblem(text, "The name of a workspace", workspaceName);
}

export function namedProblem(text: string, what: string, most: number): string | undefined {
  const given = text.trim();
  if (given === "") return `${what} is needed.`;
  return given.length > most ? `${what} has at most ${most} characters; this has ${given.length}.` : undefined;
}
