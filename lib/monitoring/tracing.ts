/** Exports the traces of a program with OpenTelemetry, whose own variables (`OTEL_*`) say where to, and how many. */

/** Returns a function that exports what is left, and ends. */
export async function startTracing(program: string, version: string): Promise<() => Promise<void>> {
  // A program that exports nothing does not load these.
  const [sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": program, "service.version": version }))
    .merge(detectResources({ detectors: [envDetector] }));
  const spanProcessors = [new sdk.BatchSpanProcessor(new OTLPTraceExporter())];
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors });
  provider.register();
  return () => provider.shutdown();
}
