import { hashPassword, verifyPassword } from "better-auth/crypto";
import { expect, it } from "vitest";
import { createHashing, TooBusy } from "./hashing";

it("a password is verified by its hash, and nothing by none", async () => {
  const { hash, verify } = createHashing();
  const made = await hash("violet harbour 19");
  expect(await verify(made, "violet harbour 19")).toBe(true);
  expect(await verify(made, "violet harbour 20")).toBe(false);
  expect(await verify(null, "violet harbour 19")).toBe(false);
  expect(await hash("violet harbour 19")).not.toBe(made);
});

it("two passwords are hashed at once, the others wait in their order, and not without end", async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const { hash } = createHashing({
    verifyPassword,
    hashPassword: async (password) => {
      // The hash that stands for nobody's is made by the library itself.
      if (!password.startsWith("slow ")) return hashPassword(password);
      begun.push(password);
      await new Promise<void>((resolve) => ends.set(password, resolve));
      return password;
    },
  });
  const made = Array.from({ length: 102 }, (_, index) => hash(`slow ${index}`));
  await expect(hash("slow one too many")).rejects.toThrow(TooBusy);
  expect(begun).toEqual(["slow 0", "slow 1"]);
  ends.get("slow 1")?.();
  await made[1];
  await expect.poll(() => begun).toEqual(["slow 0", "slow 1", "slow 2"]);
  for (let index = 0; index < made.length; index++) {
    await expect.poll(() => ends.has(`slow ${index}`)).toBe(true);
    ends.get(`slow ${index}`)?.();
  }
  expect(await Promise.all(made)).toEqual(Array.from({ length: 102 }, (_, index) => `slow ${index}`));
});
