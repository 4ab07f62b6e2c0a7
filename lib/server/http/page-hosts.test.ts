import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { DOCUMENTS } from "@/lib/describe/documents";
import { proxy } from "@/proxy";

const atAnotherHost = async (path: string) => {
  const url = `http://other.example${path}`;
  return (await proxy(new NextRequest(url, { headers: { host: "other.example" } })))?.status;
};

it.each(["/", "/funding", "/companies/x.json", "/investors/x.txt", "/no-such-page.md"])(
  "refuses the page %s at another host",
  async (path) => {
    expect(await atAnotherHost(path)).toBe(421);
  },
);

it.each([DOCUMENTS.openapi, DOCUMENTS.agents, DOCUMENTS.llms])(
  "leaves the document $path to its route",
  async ({ path }) => {
    expect(await atAnotherHost(path)).not.toBe(421);
  },
);
