import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Maximum characters of SQL in a span. */
const maxSqlLength = 2_000;

/**
 * Adds a query that has just ended to the trace of its request. Does nothing without traces, and
 * for queries of background jobs. Values are parameters of the SQL and not in its text; quoted
 * ones would be left out.
 * @param milliseconds the duration
 */
export function recordQuery(sqlText: string, milliseconds: number, hasFailed: boolean): void {
  if (!trace.getSpan(context.active())) return;
  const text = sqlText.replace(/'(?:[^']|'')*'/g, "'…'").slice(0, maxSqlLength);
  const [operation = 'query'] = /\w+/.exec(text) ?? [];
  const end = Date.now();
  const span = trace.getTracer('redress').startSpan(`database ${operation.toLowerCase()}`, {
    kind: SpanKind.CLIENT,
    startTime: end - milliseconds,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text },
  });
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}
