import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoginPage } from '@redress/contract/manifest';
import type { NoScriptLogin } from '@redress/contract/page-renderer';
import { loginFormIn } from '@redress/contract/translations';
import type { Form } from '@redress/forms/definition';
import { parseAnswers } from '@redress/forms/parse-answers';
import { takeTurn } from '../http/overload/load-shedding.ts';
import { freshFormKey } from '../static-site/form-key.ts';
import { logIn } from '../login/log-in.ts';
import { ProblemError } from '../http/problem.ts';
import { limitsOf } from './form-post.ts';
import { postedAnswers } from './answers-from-fields.ts';
import type { NoScriptContext } from './no-script-context.ts';
import { readParts } from './read-multipart.ts';
import type { Refusal } from './refusal.ts';
import { findRefusal, refusalOf } from './refusal.ts';
import { sendRendered } from './send-rendered.ts';

type LoginOutcome =
  | { readonly outcome: 'logged-in' }
  | {
      readonly outcome: 'rendered';
      readonly status: number;
      readonly posted: NoScriptLogin;
      readonly retryAfterSeconds?: number;
    };

/** `POST <path of a login page>`: the login by the two IDs of a notice, without the page's script. The same look-up and limits as the API's. */
export function addLoginPage(app: FastifyInstance, context: NoScriptContext, page: LoginPage): void {
  const form = loginFormIn(context.settlement, page.language ?? 'en');
  app.post(page.path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const result = await takeLogin(context, request, reply, form);
    if (result.outcome === 'logged-in') return reply.header('cache-control', 'no-store').redirect(page.next, 303);
    const rendered = await context.pageRenderer.login(page.path, result.posted);
    return sendRendered(context, request, reply, { path: page.path, rendered, formKey: freshFormKey(), ...result });
  });
}

async function takeLogin(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<LoginOutcome> {
  const refusal = await findRefusal(context, request);
  let fields: ReadonlyMap<string, string>;
  try {
    fields = await readParts(request, limitsOf(form), async ({ bytes }) => {
      for await (const _ of bytes);
    });
  } catch (error) {
    return renderRefusal({}, refusalOf(error, request));
  }
  const answers = postedAnswers(form, fields, { name: 'submit' });
  if (refusal) return renderRefusal(answers, refusal);
  const parsed = parseAnswers(form, answers, {});
  if (!parsed.ok) return { outcome: 'rendered', status: 422, posted: { answers, errors: parsed.errors } };
  try {
    const { noticeId, uniqueId } = answers;
    const member = await takeTurn(context.admission, () =>
      logIn(context, request, reply, { noticeId, uniqueId }, { way: 'posted' }),
    );
    if (!member)
      return {
        outcome: 'rendered',
        status: 200,
        posted: { answers: {}, errors: [], notice: { name: 'login-not-found' } },
      };
    if (!member.claim) return { outcome: 'logged-in' };
    return { outcome: 'rendered', status: 200, posted: { answers, errors: [], filed: member.claim } };
  } catch (error) {
    return renderRefusal(answers, refusalOf(error, request));
  }
}

function renderRefusal(
  answers: NoScriptLogin['answers'],
  { status, notice, retryAfterSeconds }: Refusal,
): LoginOutcome {
  return {
    outcome: 'rendered',
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    posted: { answers, errors: [], notice },
  };
}
