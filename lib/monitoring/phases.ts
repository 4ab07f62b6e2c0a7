/**
 * Measures where the time of a request goes. Where traces are exported, each part is a span of the trace of its request too.
 * Both are in the context of OpenTelemetry, because each further context that follows a request takes time of all requests.
 */
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";

/** A request waits for connections, runs statements and is charged; the rest of its time is its own work. */
type Phase = "connection" | "statement" | "charge";

/** The times of parts that run at the same moment are added (ms). */
export type PhaseTimes = Readonly<Record<Phase, number>>;

interface Part {
  readonly phase: Phase;
  readonly name: string;
  readonly attributes?: Attributes;
}

type EndPart = (error?: unknown) => void;

/** Nobody waits for a connection that is idle, so a shorter wait is no span (ms). */
const SHORTEST_WAIT_MS = 1;

const TIMES = createContextKey("times");

const NOT_MEASURED: EndPart = () => undefined;

let isEnabled = false;

/** Lets contexts follow requests. Without it nothing is measured, and nothing costs time. */
export function enableContexts(): void {
  if (!isEnabled) context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  isEnabled = true;
}

export function getTracer(): Tracer {
  return trace.getTracer("dealflow");
}

export function isMeasured(): boolean {
  return context.active() !== ROOT_CONTEXT;
}

/** Measures the parts of what the action does, and returns their times. Needs `enableContexts`. */
export async function measurePhases(action: () => Promise<void>): Promise<PhaseTimes> {
  const times = { connection: 0, statement: 0, charge: 0 };
  await context.with(context.active().setValue(TIMES, times), action);
  return times;
}

/** Begins a part of the current request, if there is one. The result ends it, with the error if it failed. */
export function startPart({ phase, name, attributes = {} }: Part): EndPart {
  const request = context.active();
  const { times, isTraced } = readRequest(request);
  if (times === undefined && !isTraced) return NOT_MEASURED;
  const startedAt = performance.now();
  return (error) => {
    const ms = performance.now() - startedAt;
    if (times !== undefined) times[phase] += ms;
    if (!isTraced || (phase === "connection" && ms < SHORTEST_WAIT_MS)) return;
    const startTime = performance.timeOrigin + startedAt;
    const span = getTracer().startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, request);
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: getErrorType(error) });
    span.end();
  };
}

/** Keeps a callback with the current request, whoever calls it. */
export function bindToRequest<Parameters extends unknown[]>(
  callback: (...parameters: Parameters) => void,
): (...parameters: Parameters) => void {
  return isMeasured() ? context.bind(context.active(), callback) : callback;
}

/** Runs an action as one part: what it does within is a span of its own, but no other part. */
export async function inPart<T>({ phase, name, attributes = {} }: Part, action: () => Promise<T>): Promise<T> {
  const request = context.active();
  const { times, isTraced } = readRequest(request);
  if (times === undefined && !isTraced) return action();
  const startedAt = performance.now();
  try {
    return isTraced
      ? await context.with(request.deleteValue(TIMES), () => inSpan(name, { attributes }, action))
      : await context.with(ROOT_CONTEXT, action);
  } finally {
    if (times !== undefined) times[phase] += performance.now() - startedAt;
  }
}

function readRequest(request: Context): {
  readonly times: Record<Phase, number> | undefined;
  readonly isTraced: boolean;
} {
  // Only `measurePhases` sets this value.
  const times = request.getValue(TIMES) as Record<Phase, number> | undefined;
  // A trace that is not exported has no parts.
  return { times, isTraced: trace.getSpan(request)?.isRecording() === true };
}

/** Runs an action as a span: of the current trace, or else of a trace of its own. */
export async function inSpan<T>(name: string, options: SpanOptions, action: (span: Span) => Promise<T>): Promise<T> {
  const span = getTracer().startSpan(name, options);
  try {
    return await context.with(trace.setSpan(context.active(), span), () => action(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: getErrorType(error) });
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the code or the name of an error; its message may quote what a person entered. */
function getErrorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
