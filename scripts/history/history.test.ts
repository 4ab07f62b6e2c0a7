import { CHARGE_UNKNOWN } from "@dealflow/contract/errors";
import { expect, it } from "vitest";
import type { Attempt } from "../faults/requests";
import { formatEdn, formatJsonLines, listEvents } from "./history";
import { makeAccount, makeAttempt, makeEntry } from "./testing";

const ACME = makeAccount("Acme");

function listTestEvents(attempts: readonly Attempt[], ledger: readonly string[] = []) {
  const history = { accounts: [ACME], attempts, keyed: [] };
  const entries = ledger.map((requestId) => makeEntry(ACME, requestId, 1));
  return listEvents([{ history, entries, faults: [{ name: "kill the service", from: 1.5, to: 1.75 }] }]);
}

const served = (startedAt: number, endedAt: number, requestId: string) =>
  makeAttempt(ACME, requestId, { startedAt, endedAt, used: 1, balance: 9 });
const failed = (startedAt: number, endedAt: number, requestId: string | null, status: number, code = "") =>
  makeAttempt(ACME, requestId, { startedAt, endedAt, status, code });

it("a history has every request as it was invoked and as it ended, in real time, and the ledgers at its end", () => {
  const attempts = [
    served(1, 2, "first"),
    failed(2, 3, "refused", 503, "SERVICE_UNAVAILABLE"),
    failed(3, 4, null, 0),
    failed(5, 6, "unsure", 503, CHARGE_UNKNOWN),
    makeAttempt(ACME, "replay", { startedAt: 7, endedAt: 8, used: 1 }),
  ];
  expect(formatEdn(listTestEvents(attempts, ["first", "of the lost request", "unsure"]))).toBe(
    [
      '{:index 0, :type :invoke, :process 0, :f :purchase, :time 0, :value [[:append "Acme" "first"]]}',
      '{:index 1, :type :info, :process :nemesis, :f :start-fault, :time 500000, :value "kill the service"}',
      '{:index 2, :type :info, :process :nemesis, :f :end-fault, :time 750000, :value "kill the service"}',
      // What begins at the instant at which another ends is concurrent with it.
      '{:index 3, :type :invoke, :process 1, :f :purchase, :time 1000000, :value [[:append "Acme" "refused"]]}',
      '{:index 4, :type :ok, :process 0, :f :purchase, :time 1000000, :value [[:append "Acme" "first"]]}',
      '{:index 5, :type :invoke, :process 0, :f :purchase, :time 2000000, :value [[:append "Acme" "unknown-2"]]}',
      '{:index 6, :type :fail, :process 1, :f :purchase, :time 2000000, :value [[:append "Acme" "refused"]]}',
      '{:index 7, :type :info, :process 0, :f :purchase, :time 3000000, :value [[:append "Acme" "unknown-2"]]}',
      // A process whose request has an unknown outcome sends nothing more.
      '{:index 8, :type :invoke, :process 1, :f :purchase, :time 4000000, :value [[:append "Acme" "unsure"]]}',
      '{:index 9, :type :info, :process 1, :f :purchase, :time 5000000, :value [[:append "Acme" "unsure"]]}',
      "{:index 10, :type :invoke, :process 2, :f :purchase, :time 6000000, :value []}",
      "{:index 11, :type :ok, :process 2, :f :purchase, :time 7000000, :value []}",
      '{:index 12, :type :invoke, :process 2, :f :read, :time 7000001, :value [[:r "Acme" nil]]}',
      '{:index 13, :type :ok, :process 2, :f :read, :time 7000002, :value [[:r "Acme" ["first" "unsure"]]]}',
      "",
    ].join("\n"),
  );
});

it("the lines of a history have what the client received", () => {
  const lines = formatJsonLines(listTestEvents([failed(0, 1, "refused", 402, "INSUFFICIENT_CREDITS")]))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).not.toHaveProperty("details");
  expect(lines[1]).toMatchObject({
    ...{ type: "fail", f: "purchase", process: 0 },
    details: { account: "Acme", through: "key", status: 402, code: "INSUFFICIENT_CREDITS", requestId: "refused" },
  });
});
