import { describe, expect, it } from "vitest";
import { parseServerSentEvents, readServerSentEvents } from "./server-sent-events";

describe("server-sent events", () => {
  it("are parsed when they are complete", () => {
    const text = 'event: item\ndata: {"a":1}\nid: 7\n\nevent: state\ndata: {}\n\nevent: it';
    expect(parseServerSentEvents(text)).toEqual({
      events: [
        { event: "item", id: "7", data: '{"a":1}' },
        { event: "state", id: undefined, data: "{}" },
      ],
      rest: "event: it",
    });
  });

  it("are none in a comment, and may be named and spaced as the standard allows", () => {
    expect(parseServerSentEvents(":\n\n: heartbeat\n\n")).toEqual({ events: [], rest: "" });
    expect(parseServerSentEvents("data:a: b\r\n\r\n").events).toEqual([
      { event: "message", id: undefined, data: "a: b" },
    ]);
  });

  it("are read however the bytes are cut, also within a character", async () => {
    const bytes = new TextEncoder().encode("event: item\nid: 1\ndata: Zürich\n\n:\n\nid: 2\ndata: Größe\n\n");
    for (const size of [1, 2, 7, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, (index + 1) * size),
      );
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      });
      const found: string[] = [];
      for await (const { id, data } of readServerSentEvents(body)) found.push(`${id} ${data}`);
      expect(found).toEqual(["1 Zürich", "2 Größe"]);
    }
  });
});
