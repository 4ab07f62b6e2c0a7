/**
 * Exports the parts of OpenTelemetry that export traces. They are imported dynamically through this module, because a bundle
 * gives a CommonJS package that is imported dynamically no named exports.
 */
export { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
export { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
export { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
