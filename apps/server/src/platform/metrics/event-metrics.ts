import type { FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import { type FileResult, type RefusalReason, refusalReasons } from '@redress/contract/uploads';

/** The counts of this process since it started. */
export const counters = new Registry();
const registers = [counters];

const requestDuration = new Histogram({
  name: 'redress_http_request_duration_seconds',
  help: 'From the arrival of a request to the end of its response, by route pattern; without health checks and shed requests',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});

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

const claims = new Counter({
  name: 'redress_claims_total',
  help: 'Attempts to file a claim, by form and outcome',
  labelNames: ['form', 'outcome'] as const,
  registers,
});
const claimOutcomes = [
  'filed',
  'filed-before',
  'other-answers',
  'login-required',
  'closed',
  'invalid',
  'refused',
  'failed',
] as const;
export type ClaimOutcome = (typeof claimOutcomes)[number];

/** @param form the ID of a form of the settlement, never of a request */
export const countClaim = (form: string, outcome: ClaimOutcome): void => claims.inc({ form, outcome });

const uploads = new Counter({
  name: 'redress_uploads_total',
  help: 'Uploaded files that arrived completely, by outcome: stored, duplicate, or the reason of a refusal',
  labelNames: ['outcome'] as const,
  registers,
});

export const countUpload = (outcome: 'stored' | 'duplicate' | RefusalReason): void => uploads.inc({ outcome });

/** Counters that begin at zero show their first event as an increase. */
export function startCounting(forms: readonly string[]): void {
  for (const form of forms) for (const outcome of claimOutcomes) claims.inc({ form, outcome }, 0);
  for (const outcome of ['stored', 'duplicate', ...refusalReasons]) uploads.inc({ outcome }, 0);
}

export function countUploadResult(result: FileResult): void {
  if (result.stored) countUpload(result.duplicate ? 'duplicate' : 'stored');
  else countUpload(result.reason);
}

const uploadBytes = new Counter({
  name: 'redress_upload_received_bytes_total',
  help: 'Bytes of uploaded files that were received, including files that were refused later',
  registers,
});

export const countUploadBytes = (bytes: number): void => uploadBytes.inc(bytes);

const shedRequests = new Counter({
  name: 'redress_shed_requests_total',
  help: 'Requests that were answered with 503 because of overload',
  registers,
});

export const countShedRequest = (): void => shedRequests.inc();
