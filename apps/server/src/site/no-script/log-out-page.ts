import { logOutAction, logOutField } from '@redress/contract/no-script-form';
import type { LogOutOutcome } from '@redress/contract/page-renderer';
import type { LogOutPage } from '@redress/contract/settlement';
import type { Form } from '@redress/forms/definition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forgetBrowser, isFromOurPage } from '../../platform/http/csrf.ts';
import { logFailure, ProblemError, toProblemError } from '../../platform/http/problem.ts';
import { createFormKey } from '../static-site/send-page.ts';
import { readFields } from './read-form.ts';
import { type NoScriptContext, sendRendered } from './rendered-responses.ts';

const noForm: Form = { id: 'log-out', version: 1, title: '', sections: [] };

/**
 * `POST <log-out page>`, with and without JavaScript: ends the login or removes all cookies, and
 * says which. It needs no database, so that visitors can always log out of a shared computer.
 */
export function addLogOutPage(app: FastifyInstance, context: NoScriptContext, { path }: LogOutPage): void {
  app.post(path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const fields = await readFields(request, noForm);
    const done = logOut(context, request, reply, fields.get(logOutField));
    try {
      const rendered = await context.pageRenderer.logOut(path, done);
      const status = done === 'not-ours' ? 403 : 200;
      return await sendRendered(context, request, reply, { path, status, formKey: createFormKey(), rendered });
    } catch (error) {
      // The cookies are gone either way. The built page does not say so, but offers both again.
      logFailure(toProblemError(error), request);
      return reply.header('cache-control', 'no-store').redirect(path, 303);
    }
  });
}

function logOut(
  { cookies, publicUrl }: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  action: string | undefined,
): LogOutOutcome {
  if (!isFromOurPage(request, publicUrl)) return 'not-ours';
  if (action !== logOutAction.remove) {
    cookies.endLogin(reply);
    return 'logged-out';
  }
  cookies.forget(request, reply);
  forgetBrowser(reply, publicUrl.protocol === 'https:');
  // The browser still holds pages and forms. "cookies" would reach other websites of the domain.
  void reply.header('clear-site-data', '"cache", "storage"');
  return 'removed';
}
