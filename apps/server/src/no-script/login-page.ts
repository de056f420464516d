import type { LoginPage } from '@redress/contract/settlement';
import type { NoScriptLogin } from '@redress/contract/page-renderer';
import { loginFormIn } from '@redress/contract/translations';
import type { Form } from '@redress/forms/definition';
import { parseAnswers } from '@redress/forms/parse-answers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runAdmitted } from '../http/overload/admission.ts';
import { ProblemError } from '../http/problem.ts';
import { logIn } from '../login/log-in.ts';
import { createFormKey } from '../static-site/precompressed-template.ts';
import { answersFromFields, readFields } from './read-form.ts';
import { findRefusal, type NoScriptContext, type Refusal, refusalOf, sendRendered } from './rendered-responses.ts';

type LoginOutcome =
  | { readonly outcome: 'logged-in' }
  | ({ readonly outcome: 'render'; readonly login: NoScriptLogin } & Omit<Refusal, 'notice'>);

/** `POST <login page>`: login without JavaScript, with the API's look-up and limits. */
export function addLoginPage(app: FastifyInstance, context: NoScriptContext, page: LoginPage): void {
  const form = loginFormIn(context.settlement, page.language ?? 'en');
  app.post(page.path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const result = await submitLogin(context, request, reply, form);
    if (result.outcome === 'logged-in') return reply.header('cache-control', 'no-store').redirect(page.next, 303);
    const rendered = await context.pageRenderer.login(page.path, result.login);
    return sendRendered(context, request, reply, { path: page.path, rendered, formKey: createFormKey(), ...result });
  });
}

async function submitLogin(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<LoginOutcome> {
  const refusal = await findRefusal(context, request);
  let fields: ReadonlyMap<string, string>;
  try {
    fields = await readFields(request, form);
  } catch (error) {
    return refuse({}, refusalOf(error, request));
  }
  const answers = answersFromFields(form, fields, { name: 'submit' });
  if (refusal) return refuse(answers, refusal);
  const parsed = parseAnswers(form, answers, {});
  if (!parsed.ok) return { outcome: 'render', status: 422, login: { answers, errors: parsed.errors } };
  try {
    const { noticeId, uniqueId } = answers;
    const member = await runAdmitted(context.admission, () =>
      logIn(context, request, reply, { noticeId, uniqueId }, { way: 'no-script' }),
    );
    if (!member) return refuse({}, { status: 200, notice: { name: 'login-not-found' } });
    if (!member.claim) return { outcome: 'logged-in' };
    return { outcome: 'render', status: 200, login: { answers, errors: [], filed: member.claim } };
  } catch (error) {
    return refuse(answers, refusalOf(error, request));
  }
}

function refuse(answers: NoScriptLogin['answers'], { notice, ...refusal }: Refusal): LoginOutcome {
  return { outcome: 'render', ...refusal, login: { answers, errors: [], notice } };
}
