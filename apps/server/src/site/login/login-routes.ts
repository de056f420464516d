import { Type } from 'typebox';
import { filingStateAt } from '@redress/contract/claim-forms';
import { loginWorkHeader, noticeIdHeader, uniqueIdHeader } from '@redress/contract/http-headers';
import { CredentialsAnswerSchema, SessionSchema } from '@redress/contract/session';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { languageHeaders } from '../../platform/http/request-language.ts';
import { logIn } from './log-in.ts';
import { shownLogin } from '../../platform/http/browser-cookies.ts';
import { problemResponses } from '../../platform/http/problem.ts';

/**
 * `GET /api/login/creds/`, where a form requires a login. `GET /api/session` answers with the login
 * and the open filings, needs no database, and renews the login cookie. `DELETE /api/session`
 * forgets login and claims on a shared computer.
 */
export async function loginRoutes(api: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  if (context.settlement.login) addLogin(api, context);
  api.get(
    '/session',
    {
      schema: {
        summary: 'Who is logged in, and which filings are open',
        tags: ['session'],
        headers: Type.Object(languageHeaders),
        response: { 200: SessionSchema, ...problemResponses(500) },
      },
    },
    (request, reply) => {
      const now = context.now();
      const login = context.cookies.readLogin(request, now);
      const secondsLeft = login ? context.cookies.writeLogin(reply, login, now) : 0;
      return {
        login: login ? { ...shownLogin(login), secondsLeft } : null,
        filings: Object.fromEntries(context.settlement.claimForms.map((form) => [form.id, filingStateAt(form, now)])),
        captcha: { provider: 'altcha' as const },
        savesForms: context.mail !== undefined,
      };
    },
  );
  api.delete(
    '/session',
    {
      schema: {
        summary: 'End the login of this browser',
        tags: ['session'],
        headers: Type.Object(languageHeaders),
        response: { 204: Type.Null({ description: 'Ended' }), ...problemResponses(403, 500) },
      },
    },
    async (_request, reply) => {
      context.cookies.endLogin(reply);
      return reply.code(204).send(null);
    },
  );
}

/** Adds the login, which answers with an empty body if the IDs do not match. */
function addLogin(api: Api, context: SiteContext): void {
  api.get(
    '/login/creds/',
    {
      schema: {
        summary: 'Log in with the two IDs of a mailed notice',
        tags: ['session'],
        headers: Type.Object({
          ...languageHeaders,
          [uniqueIdHeader]: Type.Optional(Type.String({ description: 'Unique ID' })),
          [noticeIdHeader]: Type.Optional(Type.String({ description: 'Notice ID' })),
          [loginWorkHeader]: Type.Optional(
            Type.String({ description: 'With the solution of the challenge that came with a `work-required` problem' }),
          ),
        }),
        response: {
          200: Type.Union([CredentialsAnswerSchema, Type.Null({ description: 'Empty: nothing matches' })]),
          ...problemResponses(429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { headers } = request;
      const ids = { noticeId: headers[noticeIdHeader], uniqueId: headers[uniqueIdHeader] };
      const member = await logIn(context, request, reply, ids, { way: 'script', work: headers[loginWorkHeader] });
      if (!member)
        return reply
          .code(200)
          .serializer(() => '')
          .send(null);
      const { login, claim } = member;
      return { noticeId: login.noticeId, name: login.name, ...(claim ? { claim } : {}) };
    },
  );
}
