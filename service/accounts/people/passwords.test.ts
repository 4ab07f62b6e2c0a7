import { describe, expect, it } from "vitest";
import { validatePassword } from "./passwords";

const OWNER = { email: "ada.quill@firm.example", name: "Ada Quill" };
const OWN = "The password can't be just your name, your email address or the product's name. Choose another.";
const GUESSABLE = "This password is easy to guess. Add words that don't belong together.";

describe("a password", () => {
  it.each([
    ["short word", "The password must have at least 12 characters; it has 10."],
    ["🔑".repeat(11), "The password must have at least 12 characters; it has 11."],
    ["x".repeat(129), "The password can have at most 128 characters; it has 129."],
    ["violet harbour \0", "The password contains an invalid character."],
    ["Ada.Quill@firm.example", OWN],
    ["dealflow1234", OWN],
    ["Dealflow-Dealflow 2026", OWN],
    ["ada quill 1990", OWN],
    ["quill.ada@firm", OWN],
    ["password1234", GUESSABLE],
    ["123456789012", GUESSABLE],
    ["qwertyuiop12", GUESSABLE],
    ["letmeinletmein", GUESSABLE],
    ["aaaaaaaaaaaa", GUESSABLE],
    ["Qwerty123456", GUESSABLE],
    ["MOTHERFUCKER", GUESSABLE],
    ["ｑｗｅｒｔｙ１２３４５６", GUESSABLE],
    ["welcome12345", GUESSABLE],
    ["🔑".repeat(128), GUESSABLE],
  ])("%j is rejected with one sentence", async (password, sentence) => {
    expect(await validatePassword(password, OWNER)).toBe(sentence);
  });

  it.each([
    "violet harbour 19",
    "correct horse battery staple",
    "我的家在这条河边上有三棵树",
    "kX9#vQ2!mT7z",
    "🔑🌋🎷🦜🧊🪁🛶🧵🥝🪐🦔🧲".repeat(10),
  ])("%j is accepted", async (password) => {
    expect(await validatePassword(password, OWNER)).toBeUndefined();
  });

  it("of the greatest length is checked within a second of processor time, with any content", async () => {
    const leet = "4@8({[</369&#!1|0$5+7%2".repeat(6).slice(0, 128);
    for (const password of [leet, "password".repeat(16), "qwerty1234".repeat(12), "aB1!".repeat(32)]) {
      // The time of the clock depends on what else the machine does.
      const before = process.cpuUsage();
      await validatePassword(password, OWNER);
      expect(process.cpuUsage(before).user / 1_000, password).toBeLessThan(1_000);
    }
  });
});
