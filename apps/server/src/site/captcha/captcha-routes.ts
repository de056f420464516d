import { Type } from 'typebox';
import { ChallengeSchema } from '@redress/contract/challenge';
import { languageHeaders } from '../../platform/http/request-language.ts';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { problemResponses } from '../../platform/http/problem.ts';

/** `GET /api/captcha/challenge`: the solution, as base64 JSON, is the captcha token. */
export async function captchaRoutes(api: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  api.get(
    '/captcha/challenge',
    {
      schema: {
        summary: 'A proof-of-work challenge (ALTCHA, version 2)',
        tags: ['claims'],
        headers: Type.Object(languageHeaders),
        response: { 200: ChallengeSchema, ...problemResponses(429, 500, 503) },
      },
    },
    async (request) => {
      await enforceLimit(context, 'captcha-address', request.ip);
      return context.captcha.createChallenge();
    },
  );
}
