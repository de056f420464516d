import { Type } from 'typebox';
import { filingStateAt } from '@redress/contract/filing-state';
import { ProblemSchema } from '@redress/contract/problem';
import { SessionSchema } from '@redress/contract/session';
import { languageHeaders } from '../http/request-language.ts';
import type { Api, AppContext } from '../context.ts';

/**
 * `GET /api/session`: who is logged in, and what can be filed. Needs no database; each call gives the login two hours more, for a day.
 * `DELETE /api/session`: for a shared computer, forgets the login and the claims of this browser.
 */
export function addSession(api: Api, context: AppContext): void {
  api.get(
    '/session',
    {
      schema: {
        summary: 'Who is logged in, and which filings are open',
        tags: ['session'],
        headers: Type.Object(languageHeaders),
        response: { 200: SessionSchema, 500: ProblemSchema },
      },
    },
    (request, reply) => {
      const now = context.now();
      const login = context.cookies.readLogin(request, now);
      const secondsLeft = login ? context.cookies.writeLogin(reply, login, now) : 0;
      return {
        login: login ? { noticeId: login.noticeId, name: login.name, secondsLeft } : null,
        filings: Object.fromEntries(context.settlement.claimForms.map((form) => [form.id, filingStateAt(form, now)])),
        captcha: { provider: 'altcha' as const },
      };
    },
  );
  api.delete(
    '/session',
    {
      schema: {
        summary: 'Forget the login and the claims of this browser',
        tags: ['session'],
        headers: Type.Object(languageHeaders),
        response: { 204: Type.Null({ description: 'Forgotten' }), 403: ProblemSchema, 500: ProblemSchema },
      },
    },
    async (request, reply) => {
      context.cookies.forget(request, reply);
      return reply.code(204).send(null);
    },
  );
}
