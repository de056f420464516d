import { contactErrors } from '@redress/contract/id-requests';
import { idempotencyKeyPattern } from '@redress/contract/http-headers';
import { noScriptFields } from '@redress/contract/no-script-form';
import type { NoScriptIdRequest } from '@redress/contract/page-renderer';
import type { IdRequestPage } from '@redress/contract/settlement';
import { idRequestFormIn } from '@redress/contract/translations';
import type { Form } from '@redress/forms/definition';
import { parseAnswers } from '@redress/forms/parse-answers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runAdmitted } from '../../platform/http/overload/admission.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { storeIdRequest } from '../lost-ids/id-requests.ts';
import { createFormKey } from '../static-site/send-page.ts';
import { answersFromFields, readFields } from './read-form.ts';
import {
  findProblem,
  type NoScriptContext,
  type RefusedStatus,
  refusalOf,
  renderResponse,
} from './rendered-responses.ts';

/** The same page with its status, or `stored`, which leads to the next page. */
type Outcome = (RefusedStatus & { readonly formKey: string; readonly request: NoScriptIdRequest }) | 'stored';

/**
 * `POST <page for lost IDs>`: stores the request, with and without JavaScript. The answer never
 * depends on whether the person is a class member.
 */
export function addIdRequestPage(app: FastifyInstance, context: NoScriptContext, page: IdRequestPage): void {
  const form = idRequestFormIn(context.settlement, page.language ?? 'en');
  if (!form) throw new Error(`The settlement has no form for ${page.path}`);
  app.post(page.path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const outcome = await submit(context, request, page, form);
    if (outcome === 'stored') return reply.header('cache-control', 'no-store').redirect(page.next, 303);
    const { request: asked, ...status } = outcome;
    const render = () => context.pageRenderer.idRequest(page.path, asked);
    return renderResponse({ context, request, reply, page }, { render, ...status });
  });
}

async function submit(
  context: NoScriptContext,
  request: FastifyRequest,
  page: IdRequestPage,
  form: Form,
): Promise<Outcome> {
  let answers: NoScriptIdRequest['answers'] = {};
  let formKey = createFormKey();
  try {
    const problem = await findProblem(context, request);
    const fields = await readFields(request, form);
    answers = answersFromFields(form, fields, { name: 'submit' });
    if (problem) throw problem;
    const key = fields.get(noScriptFields.key) ?? '';
    if (idempotencyKeyPattern.test(key)) formKey = key;
    const parsed = parseAnswers(form, answers, {});
    const errors = [...(parsed.ok ? [] : parsed.errors), ...contactErrors(answers, page.messages.noContact)];
    if (!parsed.ok || errors.length > 0) return { status: 422, formKey, request: { answers, errors } };
    await runAdmitted(context.admission, async () => {
      await enforceLimit(context, 'id-request-address', request.ip);
      await enforceLimit(context, 'id-request-overall', '');
      await storeIdRequest(context.database, {
        caseId: context.settlement.idRequest?.caseId ?? '',
        language: page.language ?? 'en',
        requestedAt: context.now(),
        formKey,
        suspectedMachine: (fields.get(noScriptFields.honeypot) ?? '') !== '',
        answers: parsed.answers,
      });
    });
    return 'stored';
  } catch (error) {
    const { notice, ...refused } = refusalOf(error, request);
    return { ...refused, formKey, request: { answers, errors: [], notice } };
  }
}
