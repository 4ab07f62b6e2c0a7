import { createServer, type Server } from "node:net";
import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { createMail, type EmailMessage } from "./mail";

const LETTER: EmailMessage = {
  to: '"a,b"@firm.example',
  subject: "Set a new password",
  before: "Open this link:",
  link: "http://localhost:3000/reset#token=planted-token",
  after: "It works once.",
};

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Starts a mail server that speaks as much of RFC 5321 as a letter takes; `refuse` is its response to the letter. */
async function mailServer(refuse?: string): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inLetter = false;
    socket.setEncoding("utf8").write("220 mail.example\r\n");
    socket.on("data", (text: string) => {
      for (const line of text.split("\r\n").slice(0, -1)) {
        received.push(line);
        if (inLetter) {
          if (line !== ".") continue;
          inLetter = false;
          socket.write(`${refuse ?? "250 taken"}\r\n`);
        } else if (line === "DATA") {
          inLetter = true;
          socket.write("354 go on\r\n");
        } else if (line === "QUIT") socket.end("221 bye\r\n");
        else socket.write("250 mail.example\r\n");
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, received: received };
}

function opened(smtpUrl: string | undefined) {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  return { mail: createMail({ smtpUrl, dashboardUrl: "https://deals.example" }, log), lines };
}

describe("an e-mail", () => {
  it("goes to one address through the mail server, and its link into no log", async () => {
    const { url, received } = await mailServer();
    const { mail, lines } = opened(url);
    mail.send(LETTER);
    await mail.close();
    expect(mail.enabled).toBe(true);
    const letter = received.join("\n");
    expect(received.filter((line) => line.startsWith("RCPT"))).toEqual(['RCPT TO:<"a,b"@firm.example>']);
    expect(letter).toContain("MAIL FROM:<dealflow@deals.example>");
    expect(letter).toContain("Subject: Set a new password");
    expect(letter.replaceAll("=\n", "").replaceAll("=3D", "=")).toContain(LETTER.link);
    expect(lines.join()).toContain("email sent");
    expect(lines.join()).not.toContain("token");
  });

  it("is logged by its kind alone when it cannot be sent", async () => {
    const { url } = await mailServer(`550 refused: ${LETTER.link}`);
    for (const smtpUrl of [url, "smtp://127.0.0.1:1"]) {
      const { mail, lines } = opened(smtpUrl);
      mail.send(LETTER);
      await mail.close();
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain("email could not be sent");
      expect(lines[0]).not.toContain("token");
    }
  });

  it("is one log line without a mail server", async () => {
    const { mail, lines } = opened(undefined);
    mail.send(LETTER);
    mail.send(Promise.resolve(undefined));
    mail.send(Promise.reject(new Error("no database")));
    await mail.close();
    expect(mail.enabled).toBe(false);
    expect(lines).toHaveLength(2);
    expect(lines.some((line) => JSON.parse(line).link === LETTER.link)).toBe(true);
  });

  it("is from the user at the mail server when that is an address", async () => {
    const { url, received } = await mailServer();
    const { mail } = opened(url.replace("//", "//deals%40firm.example@"));
    mail.send(LETTER);
    await mail.close();
    expect(received.join("\n")).toContain("MAIL FROM:<deals@firm.example>");
  });
});
