import { Type } from 'typebox';
import { ChallengeSchema } from '@redress/contract/challenge';
import { ProblemSchema } from '@redress/contract/problem';
import { addressSubject } from '../limits/limits.ts';
import { languageHeaders } from './request-language.ts';
import type { Api, Room } from './room.ts';
import { keepWithinLimits } from './room.ts';

/** `GET /api/captcha/challenge`: a proof of work to do; base64 of `{ challenge, solution }` as JSON is the token. */
export function addCaptcha(api: Api, room: Room): void {
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
      await keepWithinLimits(room, [{ limit: 'captcha-address', subject: addressSubject(request.ip) }]);
      return room.captcha.createChallenge();
    },
  );
}
