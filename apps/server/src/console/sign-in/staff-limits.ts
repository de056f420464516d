import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { staffOf } from './staff-access.ts';

type StaffLimit = 'staff-reveal' | 'staff-document' | 'staff-search' | 'staff-tax-id-search';

/**
 * Counts a person's requests from all addresses, and warns of a person with too many: a script, or
 * a stolen session.
 * @throws ProblemError `too-many-requests`
 */
export async function limitPerson(
  context: Pick<ConsoleContext, 'database' | 'limits' | 'keys' | 'now'>,
  request: FastifyRequest,
  limit: StaffLimit,
  weight = 1,
): Promise<void> {
  const { id: staffId } = staffOf(request);
  try {
    await enforceLimit(context, limit, staffId, { weight, detail: tooMuch });
  } catch (error) {
    if (error instanceof ProblemError)
      request.log.warn({ staffId, limit }, 'a person reached a rate limit of the console');
    throw error;
  }
}

const tooMuch = {
  en: 'You’ve done this too many times. Wait, or ask an administrator for a higher limit.',
  es: 'Lo hizo demasiadas veces en poco tiempo. Espere o avise a un administrador.',
};
