import { type Context, type ContextManager, context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';

interface TracingOptions {
  readonly endpoint: URL;
  /** The share of requests that are traced, from 0 to 1. */
  readonly ratio: number;
  readonly serviceName: string;
}

/**
 * Sends the spans of this process to a collector by OTLP over HTTP, until `started` is disposed of.
 * An unavailable collector costs nothing but its spans. Loaded only where traces are wanted.
 */
export function startTracing({ endpoint, ratio, serviceName }: TracingOptions, started: AsyncDisposableStack): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.href.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(createContextManager());
  trace.setGlobalTracerProvider(provider);
  started.defer(async () => {
    await provider.shutdown().catch(() => {});
    trace.disable();
    context.disable();
  });
}

/** The active span follows the asynchronous calls of a request. */
function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, run, thisArg, ...args) => storage.run(active, () => run.call(thisArg, ...args)),
    // Only libraries that instrument themselves call this, and none is used.
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
