/**
 * The parts of OpenTelemetry that export traces, apart from what imports them when it needs them: a bundle gives a package in
 * CommonJS that is imported so no names.
 */
export { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
export { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
export { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
