import type { FastifyRequest } from 'fastify';
import { requestDuration } from './event-metrics.ts';

/** Node parses more methods, which no route answers. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/**
 * Measures a request by the pattern of its route: addresses have claim numbers and Notice IDs.
 * Health checks are left out, because a load balancer sends more of them than claimants requests.
 */
export function measureRequest({ method, routeOptions }: FastifyRequest, status: number, milliseconds: number): void {
  const route = routeOptions.url ?? 'unmatched';
  if (route.startsWith('/api/health')) return;
  const labels = {
    method: methods.has(method) ? method : 'other',
    route,
    status: statusClasses[Math.floor(status / 100) - 1] ?? 'other',
  };
  requestDuration.observe(labels, milliseconds / 1_000);
}
