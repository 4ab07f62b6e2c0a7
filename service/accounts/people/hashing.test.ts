import { expect, it } from "vitest";
import { createHashing, TooBusy, verifyPassword } from "./hashing";

it("a password is verified against its hash, and never without one", async () => {
  const { hash, verify } = createHashing();
  const created = await hash("violet harbour 19");
  expect(await verify(created, "violet harbour 19")).toBe(true);
  expect(await verify(created, "violet harbour 20")).toBe(false);
  expect(await verify(null, "violet harbour 19")).toBe(false);
  expect(await hash("violet harbour 19")).not.toBe(created);
});

it("a stored hash stays valid, however a system writes the letters of its password", async () => {
  const salt = "86335b57066f2e1d817d9c26ce9e77a6";
  const key =
    "2c7d5a0e0433a39a9544ceeaae056fd9df85fbd96acaaa1b65e8614c5f38ef67275c563adfafb0cccb53d6d60240802698514e9b08c346d9a3a479fe5de705c4";
  expect(await verifyPassword(`${salt}:${key}`, "ﬁve ｗide Ｋelvins é19")).toBe(true);
  expect(await verifyPassword(`${salt}:${key}`, "five wide Kelvins e\u030119")).toBe(true);
  expect(await verifyPassword(`${salt}:${key}`, "five wide Kelvins e19")).toBe(false);
  for (const malformed of ["", salt, `${salt}:`, `:${key}`, `${salt}:${key.slice(2)}`])
    await expect(verifyPassword(malformed, "five wide Kelvins")).rejects.toThrow("malformed");
});

it("two passwords are hashed at a time, the others queue in order, up to a limit", async () => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const { hash } = createHashing({
    verifyPassword,
    hashPassword: async (password) => {
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
