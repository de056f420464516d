import { Type } from 'typebox';
import { ChallengeSchema } from '@redress/contract/challenge';
import { ProblemSchema } from '@redress/contract/problem';
import { languageHeaders } from '../http/request-language.ts';
import type { Api, PluginOptions } from '../context.ts';
import { enforceLimit } from '../http/rate-limits.ts';

/** `GET /api/captcha/challenge`: a challenge whose solution, as base64 JSON, is the captcha token. */
export async function captchaRoutes(api: Api, { context }: PluginOptions): Promise<void> {
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
      await enforceLimit(context, 'captcha-address', request.ip);
      return context.captcha.createChallenge();
    },
  );
}
