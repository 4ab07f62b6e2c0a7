/** A trace as text (W3C Trace Context), by which work that is done later, or by another process, becomes a part of it. */
import { type Context, context, ROOT_CONTEXT, type SpanContext, TraceFlags, trace } from "@opentelemetry/api";
import { enableContexts } from "./phases";

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-01$/;

/** Returns the current span of a trace that is exported. */
export function readTraceparent(): string | undefined {
  const span = trace.getSpanContext(context.active());
  if (span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return `00-${span.traceId}-${span.spanId}-01`;
}

export function parseTraceparent(text: string | null | undefined): SpanContext | undefined {
  const [, traceId, spanId] = TRACEPARENT.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Returns the context of a new part of that span. */
export function toContext(span: SpanContext | undefined): Context {
  return span === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, span);
}

/** Runs an action as a part of the trace of another process, if there is one; it exports no spans of its own. */
export function continueTrace<T>(traceparent: string | undefined, action: () => Promise<T>): Promise<T> {
  const span = parseTraceparent(traceparent);
  if (span === undefined) return action();
  enableContexts();
  return context.with(toContext(span), action);
}
