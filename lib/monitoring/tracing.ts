/** Exports the traces of a program with OpenTelemetry, whose own variables (`OTEL_*`) say where to, and how many. */

import { DiagLogLevel, diag } from "@opentelemetry/api";
import { enableContexts } from "./phases";

/** A program that stops waits so long for the export of the last spans (ms). */
const STOP_MS = 2_000;
/** A collector that is away is reported once in this time (ms). */
const REPORT_MS = 60_000;

/**
 * Traces that the collector does not take are lost, and nothing waits for them.
 * @param warn gets a sentence when the collector takes none
 * @returns exports what is left, and never rejects
 */
export async function startTracing(
  program: string,
  version: string,
  warn: (sentence: string) => void,
): Promise<() => Promise<void>> {
  // A program that exports nothing does not load this.
  const sdk = await import("./tracing-library");
  const resource = sdk
    .defaultResource()
    .merge(sdk.resourceFromAttributes({ "service.name": program, "service.version": version }))
    .merge(sdk.detectResources({ detectors: [sdk.envDetector] }));
  const spanProcessors = [new sdk.BatchSpanProcessor(new sdk.OTLPTraceExporter())];
  let reportAfter = 0;
  const ignore = () => undefined;
  const error = (message: string) => {
    if (performance.now() < reportAfter) return;
    reportAfter = performance.now() + REPORT_MS;
    // The library describes an error as JSON, with its stack.
    const problem = /"message":"(.*?)"/.exec(message)?.[1] ?? message;
    warn(`Traces are lost, because the collector (OTEL_EXPORTER_OTLP_ENDPOINT) does not take them: ${problem}`);
  };
  diag.setLogger({ error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors });
  enableContexts();
  provider.register({ contextManager: null });
  return async () => {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([provider.shutdown().catch(ignore), timeout]);
  };
}
