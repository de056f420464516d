import type { FastifyRequest } from 'fastify';
import { consoleProblem } from './problem.ts';

/**
 * The version that the client saw before its change, from `If-Match`.
 * @throws ProblemError `bad-request`
 */
export function readVersion({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const version = /^"([^"]+)"$/.exec(headers['if-match'] ?? '')?.[1];
  if (version === undefined) throw withoutVersion();
  return version;
}

export function readVersionNumber(request: Pick<FastifyRequest, 'headers'>): number {
  const version = readVersion(request);
  if (!/^\d{1,9}$/.test(version)) throw withoutVersion();
  return Number(version);
}

const withoutVersion = () => consoleProblem('bad-request', 'The request does not say which version was seen.');
