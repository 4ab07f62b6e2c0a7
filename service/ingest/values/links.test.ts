import { describe, expect, it } from "vitest";
import { readDomain, readUrl } from "./links";

describe("readDomain", () => {
  it.each([
    ["quorvane.example", "quorvane.example"],
    ["https://www.Quorvane.example/about?x=1", "quorvane.example"],
    ["info@quorvane.example", "quorvane.example"],
    ["quorvane.github.io", "quorvane.github.io"],
    ["https://quorvane.medium.example/x", "quorvane.medium.example"],
    ["https://www.facebook.com/", "facebook.com"],
    ["linkedin.com", "linkedin.com"],
    ["google.com", "google.com"],
  ])("reads %j as %s", (text, domain) => {
    expect(readDomain(text)).toEqual({ domain });
  });

  it.each([
    ["https://www.facebook.com/quorvane", "facebook.com", null],
    ["https://x.com/quorvane", "x.com", null],
    ["https://www.crunchbase.com/organization/quorvane", "crunchbase.com", null],
    ["https://sites.google.com/view/quorvane", "sites.google.com", null],
    ["https://play.google.com/store/apps/details?id=quorvane", "play.google.com", null],
    ["https://www.bing.com/ck/a?u=quorvane", "bing.com", null],
    ["quorvane@gmail.com", "gmail.com", null],
    ["linkedin.com/in/someone", "linkedin.com", null],
    ["https://de.linkedin.com/company/Quorvane/about", "linkedin.com", "https://www.linkedin.com/company/quorvane"],
  ])("knows that %j is a page on a shared site", (text, shared, profile) => {
    expect(readDomain(text)).toEqual({ shared, profile });
  });

  it.each(["not a domain", "quorvane", "1.html", "logo.png", ""])("finds no domain in %j", (text) => {
    expect(readDomain(text)).toBeUndefined();
  });
});

describe("readUrl", () => {
  it.each([
    ["https://wire.example/1", "https://wire.example/1"],
    ["HTTP://wire.example:8080/a b".replace(" ", "%20"), "HTTP://wire.example:8080/a%20b"],
    ["wire.example/1?x=2", "https://wire.example/1?x=2"],
    ["wire.example:8080/1", "https://wire.example:8080/1"],
    ["//wire.example/1", "https://wire.example/1"],
    ["{'id': 'h', 'url': 'https://news.example/a?b=1'}", "https://news.example/a?b=1"],
    ['<a href="https://news.example/a">Post</a>', "https://news.example/a"],
    ["[Post](https://news.example/a)", "https://news.example/a"],
  ])("reads %j as %s", (text, url) => {
    expect(readUrl(text)).toBe(url);
  });

  it.each([
    "javascript:alert(1)",
    "ftp://wire.example/1",
    "mailto:a@wire.example",
    "Wire",
    "The Wire, page 3",
    "https://",
    "",
  ])("finds no web address in %j", (text) => {
    expect(readUrl(text)).toBeUndefined();
  });
});
