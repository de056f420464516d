import { Type } from 'typebox';
import { ChallengeSchema } from '@redress/contract/challenge';
import { ProblemSchema } from '@redress/contract/problem';
import { addressSubject } from '../http/rate-limits.ts';
import { languageHeaders } from '../http/request-language.ts';
import type { Api, AppContext } from '../context.ts';
import { keepWithinLimits } from '../context.ts';

/** `GET /api/captcha/challenge`: a proof of work to do; base64 of `{ challenge, solution }` as JSON is the token. */
export function addCaptcha(api: Api, context: AppContext): void {
  api.get(
    '/captcha/challenge',
    {
      schema: {
        summary: 'A proof-of-work challenge (ALTCHA, version 2)',
        tags: ['claims'],
        headers: Type.Object(languageHeaders),
        response: { 200: ChallengeSchema, 429: ProblemSchema, 500: ProblemSchema, 503: ProblemSchema },
      },
    },
    async (request) => {
      await keepWithinLimits(context, [{ limit: 'captcha-address', subject: addressSubject(request.ip) }]);
      return context.captcha.createChallenge();
    },
  );
}
