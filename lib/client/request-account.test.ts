import { expect, it } from "vitest";
import { findRejectedField } from "./request-account";

const FIELDS = ["name", "email", "password"] as const;
const find = (status: number, message: string) => findRejectedField({ ok: false, status, message }, FIELDS);

it("finds the field that a refusal names first", () => {
  expect(find(400, "password is one of the most common ones; the email is fine")).toBe("password");
  expect(find(409, "There is an account with this e-mail address already.")).toBe("email");
  expect(find(400, "the body must be JSON")).toBeUndefined();
});

it("blames no field for what is not about an entry", () => {
  expect(find(401, "The email or the password is wrong.")).toBeUndefined();
  expect(find(429, "Too many tries with this email.")).toBeUndefined();
});
