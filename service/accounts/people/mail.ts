/**
 * Sends e-mails to people. Each carries one link; without a mail server the link is in the service's log, for the
 * operator to pass on. No other line of the log ever has one.
 */
import { createTransport } from "nodemailer";
import type { Logger } from "pino";

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly before: string;
  readonly link: string;
  readonly after: string;
}

/** An unresponsive mail server must not keep the service from stopping (ms). */
const TIMEOUT_MS = 10_000;

export interface MailSettings {
  readonly smtpUrl: string | undefined;
  readonly dashboardUrl: string;
}

export function createMail({ smtpUrl, dashboardUrl }: MailSettings, log: Logger) {
  const inFlight = new Set<Promise<void>>();
  const deliver =
    smtpUrl === undefined
      ? async ({ to, subject, link }: EmailMessage) =>
          log.warn({ to, subject, link }, "no mail server configured: open the link manually")
      : createSmtpTransport(smtpUrl, getSender(smtpUrl, dashboardUrl), log);

  async function sendWhenReady(pending: EmailMessage | Promise<EmailMessage | undefined>): Promise<void> {
    try {
      const message = await pending;
      if (message !== undefined) await deliver(message);
    } catch (error) {
      log.error({ err: error }, "email could not be prepared");
    }
  }

  return {
    /** Messages are mailed; otherwise their links are logged. */
    enabled: smtpUrl !== undefined,
    /** Sends without being awaited, and logs failures: the client does not learn the outcome. */
    send(pending: Parameters<typeof sendWhenReady>[0]) {
      const posting = sendWhenReady(pending).finally(() => inFlight.delete(posting));
      inFlight.add(posting);
    },
    /** Resolves when every message is delivered or abandoned. */
    close: async () => void (await Promise.all(inFlight)),
  };
}

function createSmtpTransport(url: string, from: string, log: Logger): (message: EmailMessage) => Promise<void> {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return async ({ to, subject, before, link, after }) => {
    try {
      // An object keeps an address from being read as a list of several.
      await transport.sendMail({
        from: { name: "Dealflow", address: from },
        to: { name: "", address: to },
        subject,
        text: `${before}\n\n${link}\n\n${after}\n`,
      });
      log.info({ subject }, "email sent");
    } catch (error) {
      // The server's message may repeat the mail: only its code is logged.
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      log.error({ subject, code }, "email could not be sent");
    }
  };
}

/** Returns the sender: the user at the mail server when that is an address, else this installation's host. */
function getSender(smtpUrl: string, dashboardUrl: string): string {
  const user = decodeURIComponent(new URL(smtpUrl).username);
  return /^[^@\s]+@[^@\s]+$/.test(user) ? user : `dealflow@${new URL(dashboardUrl).hostname}`;
}
