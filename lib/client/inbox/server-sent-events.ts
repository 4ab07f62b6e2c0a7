/** Parses server-sent events (HTML, 9.2.6), as far as our own service writes them: one line of data for each. */

interface ServerSentEvent {
  readonly event: string;
  /** An event without an id does not change where the stream continues. */
  readonly id: string | undefined;
  readonly data: string;
}

/** Returns the complete events of a text, and the rest of it. Comments are left out. */
export function parseServerSentEvents(text: string): {
  readonly events: readonly ServerSentEvent[];
  readonly rest: string;
} {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  return { events: blocks.flatMap((block) => parseBlock(block) ?? []), rest };
}

function parseBlock(block: string): ServerSentEvent | undefined {
  const fields = new Map(
    block.split("\n").map((line) => {
      const end = line.indexOf(":");
      const [name, value] = end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end + 1)];
      return [name, value.replace(/^ /, "")] as const;
    }),
  );
  const data = fields.get("data");
  return data === undefined ? undefined : { event: fields.get("event") ?? "message", id: fields.get("id"), data };
}

export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const { events, rest } = parseServerSentEvents(text + decoder.decode(value, { stream: true }));
    text = rest;
    yield* events;
  }
}
