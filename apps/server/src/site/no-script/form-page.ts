import { filingStateAt } from '@redress/contract/claim-forms';
import type { FormPage } from '@redress/contract/settlement';
import { claimFormIn } from '@redress/contract/translations';
import type { ClaimForm } from '@redress/forms/definition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runAdmitted } from '../../platform/http/overload/admission.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { createFormKey } from '../static-site/send-page.ts';
import { listStagedUploads } from '../uploads/staged-uploads.ts';
import { stageFormUploads, uploadErrors, uploadsNotIn } from './form-uploads.ts';
import { completionAddress } from './completion-page.ts';
import { answersFromFields, readForm, type ReadSubmission } from './read-form.ts';
import { findProblem, type NoScriptContext, type Refusal, refusalOf, renderResponse } from './rendered-responses.ts';
import { askedBefore, type FormOutcome, readLogin, shownLoginOf, submitForm } from './submit-form.ts';

/**
 * `POST <form page>`: takes the form of a browser without JavaScript, with the same parsing and
 * filing as the API. Answers with the form's page, or with 303 to the completion page
 * (docs/decisions/0011-forms-without-script.md).
 */
export function addFormPage(app: FastifyInstance, context: NoScriptContext, page: FormPage): void {
  const language = page.language ?? 'en';
  const { settlement } = context;
  const versions = settlement.claimForms
    .filter((form) => form.id === page.form)
    .toSorted((a, b) => a.version - b.version)
    .map((form) => claimFormIn(settlement, form, language));
  const newest = versions.at(-1);
  if (!newest) throw new Error(`The page ${page.path} has no form "${page.form}"`);
  app.post(page.path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const result = await processForm(context, request, reply, versions, newest);
    if (result.outcome === 'filed')
      return reply
        .header('cache-control', 'no-store')
        .redirect(completionAddress(context, page.complete, result.claimNumber), 303);
    const { form, status, formKey, retryAfterSeconds } = result;
    const render = () => context.pageRenderer.form(page.path, filingStateAt(newest, context.now()), form);
    return renderResponse({ context, request, reply, page }, { render, status, formKey, retryAfterSeconds });
  });
}

async function processForm(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  versions: readonly ClaimForm[],
  newest: ClaimForm,
): Promise<FormOutcome> {
  let form = newest;
  let submission: ReadSubmission | undefined;
  try {
    const problem = await findProblem(context, request);
    const read = await readForm(context, request, newest, problem);
    form = versions.find(({ version }) => version === read.version) ?? newest;
    const answered = { ...read, answers: answersFromFields(form, read.fields, read.action) };
    submission = answered;
    if (read.problem) throw read.problem;
    return await runAdmitted(context.admission, async () => {
      const uploads = await stageFormUploads(context, form, read);
      // From here on, "file another" uses the key under which its uploads are staged.
      submission = { ...answered, formKey: uploads.formKey };
      return submitForm({ context, request, reply, form, submission }, uploads);
    });
  } catch (error) {
    return refuse(context, request, form, submission, refusalOf(error, request));
  }
}

/**
 * Returns the form as typed, with the reason. A form from another website gets a new key, because
 * that website may know the old one.
 */
async function refuse(
  context: NoScriptContext,
  request: FastifyRequest,
  form: ClaimForm,
  submission: ReadSubmission | undefined,
  { notice, ...refusal }: Refusal,
): Promise<FormOutcome> {
  const isOurs = submission !== undefined && notice.name !== 'not-ours';
  const formKey = isOurs ? submission.formKey : createFormKey();
  // If the database is unavailable, none are listed, and the uploads stay staged under the form's
  // key.
  const staged = isOurs ? await listStagedUploads(context.database, formKey).catch(() => []) : [];
  // The page keeps the uploads it listed. The next submission reports those that have expired.
  const documents = isOurs ? [...staged, ...uploadsNotIn(staged, submission.listed)] : [];
  // Uploads that were received but could not be staged have to be sent again.
  const lost = uploadsNotIn(staged, submission?.received ?? []).map(({ name }) => ({
    name,
    reason: 'incomplete' as const,
  }));
  return {
    outcome: 'render',
    ...refusal,
    formKey,
    form: {
      answers: submission?.answers ?? {},
      errors: submission ? uploadErrors(form, [...submission.refused, ...lost], isOurs ? [] : submission.listed) : [],
      notice,
      documents,
      ...shownLoginOf(form, readLogin({ context, request, submission })),
      ...(submission ? askedBefore(submission) : {}),
    },
  };
}
