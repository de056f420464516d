import { noScriptFields, parseAction } from '@redress/contract/no-script-form';
import type { LoginPage } from '@redress/contract/settlement';
import type { NoScriptLogin } from '@redress/contract/page-renderer';
import type { ClaimReceipt } from '@redress/contract/session';
import { loginFormIn } from '@redress/contract/translations';
import type { Form } from '@redress/forms/definition';
import { parseAnswers } from '@redress/forms/parse-answers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runAdmitted } from '../../platform/http/overload/admission.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { logIn } from '../login/log-in.ts';
import { answersFromFields, loginFromFields, readFields } from './read-form.ts';
import {
  findProblem,
  type NoScriptContext,
  type RefusedStatus,
  refusalOf,
  renderResponse,
} from './rendered-responses.ts';

/** The same page with its status, or the next page with a claim already filed for the Notice ID. */
type LoginOutcome = (RefusedStatus & { readonly login: NoScriptLogin }) | { readonly filed: ClaimReceipt | undefined };

/** `POST <login page>`: login without JavaScript, with the API's look-up and limits. */
export function addLoginPage(app: FastifyInstance, context: NoScriptContext, page: LoginPage): void {
  const form = loginFormIn(context.settlement, page.language ?? 'en');
  if (!form) throw new Error(`The settlement has no login for ${page.path}`);
  app.post(page.path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const outcome = await submitLogin(context, request, reply, form);
    if ('filed' in outcome) {
      const { filed } = outcome;
      if (!filed) return reply.header('cache-control', 'no-store').redirect(page.next, 303);
      const render = () => context.pageRenderer.afterLogin(page.next, filed);
      const next = { ...page, path: page.next };
      return renderResponse({ context, request, reply, page: next }, { render, status: 200 });
    }
    const { login, ...status } = outcome;
    const render = () => context.pageRenderer.login(page.path, login);
    return renderResponse({ context, request, reply, page }, { render, ...status });
  });
}

async function submitLogin(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<LoginOutcome> {
  let answers: NoScriptLogin['answers'] = {};
  try {
    const problem = await findProblem(context, request);
    const fields = await readFields(request, form);
    answers = answersFromFields(form, fields, { name: 'submit' });
    if (problem) throw problem;
    const before = loginFromFields(form, fields);
    if (parseAction(fields.get(noScriptFields.action)).name === 'fill-in')
      return { status: 200, login: { answers: before, errors: [] } };
    const parsed = parseAnswers(form, answers, {});
    // The Enter key may submit the form that just came back empty.
    const typed = Object.values(before).some((id) => id !== '') ? { typed: before } : {};
    if (!parsed.ok) return { status: 422, login: { answers, errors: parsed.errors, ...typed } };
    const { noticeId, uniqueId } = answers;
    const member = await runAdmitted(context.admission, () =>
      logIn(context, request, reply, { noticeId, uniqueId }, { way: 'no-script' }),
    );
    if (!member)
      return { status: 200, login: { answers: {}, errors: [], notice: { name: 'login-not-found' }, typed: answers } };
    return { filed: member.claim };
  } catch (error) {
    const { notice, ...refused } = refusalOf(error, request);
    return { ...refused, login: { answers, errors: [], notice } };
  }
}
