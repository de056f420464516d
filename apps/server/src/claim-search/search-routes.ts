import { maxSearchLength, SearchAnswerSchema } from '@redress/contract/console/search';
import { Type } from 'typebox';
import type { Api, PluginOptions } from '../context.ts';
import { ProblemError, problemResponses } from '../http/problem.ts';
import { recordRead } from '../read-log/record-read.ts';
import { casesWith } from '../staff/staff-access.ts';
import { search } from './search.ts';

/** `GET /api/console/search?q=`: claims, and class members who have not filed. */
export async function searchRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  api.get(
    '/search',
    {
      config: { access: 'search', reads: 'search' },
      schema: {
        summary: 'Search claims and class members',
        description:
          'By name, phone number, e-mail address, claim or reference number, Notice ID, tax ID or its last four digits, and ZIP code. Several words must all match.',
        tags: ['console'],
        querystring: Type.Object({ q: Type.String({ description: 'As typed; no order, no notation' }) }),
        response: { 200: SearchAnswerSchema, ...problemResponses(400, 401, 403, 500, 503) },
      },
    },
    async (request) => {
      const { q } = request.query;
      if (q.length > maxSearchLength) throw new ProblemError('bad-request', { detail: tooLong });
      const answer = await search(context, q, casesWith(request, 'search'));
      await recordRead(context, request, {
        what: 'search',
        subject: 'search',
        searchWords: q,
        resultIds: [...answer.claims.map(({ number }) => number), ...answer.members.map(({ noticeId }) => noticeId)],
      });
      return answer;
    },
  );
}

const tooLong = {
  en: `Search for ${maxSearchLength} characters at most: a name, a number, or both are enough.`,
  es: `Busque ${maxSearchLength} caracteres como máximo: basta un nombre o un número.`,
};
