import { expect, it } from "vitest";
import { refusedField } from "./refused-field";

const FIELDS = ["name", "email", "password"] as const;
const refusal = (status: number, message: string) => refusedField({ ok: false, status, message }, FIELDS);

it("finds the field that a refusal names first", () => {
  expect(refusal(400, "password is one of the most common ones; the email is fine")).toBe("password");
  expect(refusal(409, "There is an account with this e-mail address already.")).toBe("email");
  expect(refusal(400, "the body must be JSON")).toBeUndefined();
});

it("blames no field for what is not about an entry", () => {
  expect(refusal(401, "The email or the password is wrong.")).toBeUndefined();
  expect(refusal(429, "Too many tries with this email.")).toBeUndefined();
});
