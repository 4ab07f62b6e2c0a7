/**
 * Measures where the time of a request goes. Where traces are exported, each part is a span of the trace of its request too.
 */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { type Attributes, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** A request waits for connections, runs statements and is charged; the rest of its time is its own work. */
export const PHASES = ["connection", "statement", "charge"] as const;
type Phase = (typeof PHASES)[number];

/** The times of parts that run at the same moment are added (ms). */
export type PhaseTimes = Readonly<Record<Phase, number>>;

interface Part {
  readonly phase: Phase;
  /** The span has this name. */
  readonly name: string;
  readonly attributes?: Attributes;
}

type EndPart = (error?: unknown) => void;

/** Nobody waits for a connection that is idle, so a shorter wait is no span (ms). */
const SHORTEST_WAIT_MS = 1;

const requests = new AsyncLocalStorage<Record<Phase, number> | undefined>();

const NOT_MEASURED: EndPart = () => undefined;

export function getTracer(): Tracer {
  return trace.getTracer("dealflow");
}

export function isMeasured(): boolean {
  return requests.getStore() !== undefined || isInTrace();
}

/** Measures the parts of what the action does, and returns their times. */
export async function measurePhases(action: () => Promise<void>): Promise<PhaseTimes> {
  const times = { connection: 0, statement: 0, charge: 0 };
  await requests.run(times, action);
  return times;
}

/** Begins a part of the current request, if there is one. The result ends it, with the error if it failed. */
export function startPart({ phase, name, attributes = {} }: Part): EndPart {
  const times = requests.getStore();
  const isTraced = isInTrace();
  if (times === undefined && !isTraced) return NOT_MEASURED;
  const startedAt = performance.now();
  const request = context.active();
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
  return isMeasured() ? AsyncResource.bind(callback) : callback;
}

/** Runs an action as one part: what it does within is a span of its own, but no other part. */
export async function inPart<T>({ phase, name, attributes = {} }: Part, action: () => Promise<T>): Promise<T> {
  const times = requests.getStore();
  const isTraced = isInTrace();
  if (times === undefined && !isTraced) return action();
  const startedAt = performance.now();
  const inner = () => requests.run(undefined, action);
  try {
    return await (isTraced ? inSpan(name, attributes, inner) : inner());
  } finally {
    if (times !== undefined) times[phase] += performance.now() - startedAt;
  }
}

/** A trace that is not exported has no parts. */
function isInTrace(): boolean {
  return trace.getActiveSpan()?.isRecording() === true;
}

/** Runs an action as a span: of the current trace, or else of a trace of its own. */
export async function inSpan<T>(name: string, attributes: Attributes, action: (span: Span) => Promise<T>): Promise<T> {
  const span = getTracer().startSpan(name, { attributes });
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
