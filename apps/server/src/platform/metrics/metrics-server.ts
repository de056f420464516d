import type { FastifyBaseLogger } from 'fastify';
import { once } from 'node:events';
import { AggregatorRegistry, Registry } from 'prom-client';
import { createServer } from '../node-http.ts';
import type { Metrics } from './gauge-reading.ts';

interface MetricsServer {
  readonly port: number;
  readonly host: string;
  readonly log: FastifyBaseLogger;
  /** Reads the metrics of all processes. Those with the same name are added up. */
  readonly read: () => Promise<readonly Metrics[]>;
}

/**
 * Serves `/metrics` for Prometheus on a separate port that only the monitoring system may reach.
 */
export async function serveMetrics(
  { port, host, log, read }: MetricsServer,
  started: AsyncDisposableStack,
): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    read()
      .then((metrics) => AggregatorRegistry.aggregate([...metrics]).metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
        (error: unknown) => {
          log.error({ err: error }, 'the metrics could not be read');
          response.writeHead(500).end();
        },
      );
  });
  started.defer(async () => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen({ port, host }), 'listening');
}
