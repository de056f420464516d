import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Makes a span of each request, with its queries inside. Like the log, a span has the pattern of
 * the route and the request's ID, but no address, query, header or body, which identify people.
 * Health checks are left out.
 */
export function traceRequests(app: FastifyInstance): void {
  const tracer = trace.getTracer('redress');
  const spans = new WeakMap<FastifyRequest, Span>();
  const nameOf = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? 'unmatched'}`;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url?.startsWith('/api/health') === true) {
      done();
      return;
    }
    const attributes = {
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'unmatched',
      'redress.request_id': request.id,
    };
    const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER, attributes });
    spans.set(request, span);
    context.with(trace.setSpan(context.active(), span), done);
  });
  // The events of a body belong to its connection, and not to the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) context.with(trace.setSpan(context.active(), span), done);
    else done();
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
