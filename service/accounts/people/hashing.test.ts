import { hashPassword, verifyPassword } from "better-auth/crypto";
import { expect, it } from "vitest";
import { createHashing, TooBusy } from "./hashing";

it("a password is verified against its hash, and never without one", async () => {
  const { hash, verify } = createHashing();
  const created = await hash("violet harbour 19");
  expect(await verify(created, "violet harbour 19")).toBe(true);
  expect(await verify(created, "violet harbour 20")).toBe(false);
  expect(await verify(null, "violet harbour 19")).toBe(false);
  expect(await hash("violet harbour 19")).not.toBe(created);
});

it("two passwords are hashed at once, the others queue in order, up to a limit", async () => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const { hash } = createHashing({
    verifyPassword,
    hashPassword: async (password) => {
      // The hash that stands for no one's is made by the library itself.
      if (!password.startsWith("slow ")) return hashPassword(password);
      started.push(password);
      await new Promise<void>((resolve) => ends.set(password, resolve));
      return password;
    },
  });
  const created = Array.from({ length: 102 }, (_, index) => hash(`slow ${index}`));
  await expect(hash("slow one too many")).rejects.toThrow(TooBusy);
  expect(started).toEqual(["slow 0", "slow 1"]);
  ends.get("slow 1")?.();
  await created[1];
  await expect.poll(() => started).toEqual(["slow 0", "slow 1", "slow 2"]);
  for (let index = 0; index < created.length; index++) {
    await expect.poll(() => ends.has(`slow ${index}`)).toBe(true);
    ends.get(`slow ${index}`)?.();
  }
  expect(await Promise.all(created)).toEqual(Array.from({ length: 102 }, (_, index) => `slow ${index}`));
});
