import { expect, it } from "vitest";
import { emailProblem, nameProblem, newPasswordProblem, passwordProblem, workspaceNameProblem } from "./person-rules";

it("accepts unusual addresses and rejects invalid ones", () => {
  for (const odd of ['"a b"@mail.example', "ines+deals@mail.example", " ines@mail.example ", "köhler@müller.example"])
    expect(emailProblem(odd)).toBeUndefined();
  expect(emailProblem("  ")).toBe("An email address is required.");
  for (const none of ["ines", "@mail.example", "ines@", "ines@mail example"])
    expect(emailProblem(none)).toBe("Enter an email address such as name@company.example.");
  expect(emailProblem(`${"a".repeat(250)}@b.example`)).toBe(
    "An email address can have at most 254 characters; this one has 260.",
  );
});

it("checks the length of a new password, in characters", () => {
  expect(newPasswordProblem("")).toBe("A password is required.");
  expect(newPasswordProblem("elevenchars")).toBe("A password needs at least 12 characters; this one has 11.");
  expect(newPasswordProblem("twelve chars")).toBeUndefined();
  expect(newPasswordProblem("x".repeat(128))).toBeUndefined();
  expect(newPasswordProblem("x".repeat(129))).toBe("A password can have at most 128 characters; this one has 129.");
  expect(newPasswordProblem("🦊".repeat(11))).toBe("A password needs at least 12 characters; this one has 11.");
});

it("requires an existing password only to be present", () => {
  expect(passwordProblem("short")).toBeUndefined();
  expect(passwordProblem("")).toBe("A password is required.");
});

it("requires names that are not only spaces", () => {
  expect(nameProblem("  ")).toBe("A name is required.");
  expect(nameProblem("Ines")).toBeUndefined();
  expect(workspaceNameProblem("x".repeat(81))).toBe(
    "The name of a workspace can have at most 80 characters; this one has 81.",
  );
});
