import { expect, it } from "vitest";
import { asSentence } from "./sentence";

it("makes a sentence of a message, and leaves one as it is", () => {
  expect(asSentence("name must have 1 to 80 characters")).toBe("Name must have 1 to 80 characters.");
  expect(asSentence("op@team.example is a member")).toBe("op@team.example is a member.");
  expect(asSentence("Too many attempts. Try again in 4 seconds.")).toBe("Too many attempts. Try again in 4 seconds.");
});
