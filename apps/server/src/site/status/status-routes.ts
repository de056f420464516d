import {
  type ClaimAction,
  disputeItem,
  type SignInForm,
  signInForms,
  type SignInView,
  statusClaimPath,
  type StatusField,
  statusFields,
  type StatusNotice,
} from '@redress/contract/status-page';
import type { StatusPage } from '@redress/contract/settlement';
import type { Form } from '@redress/forms/definition';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StatusSession } from '../../platform/http/browser-cookies.ts';
import { runAdmitted } from '../../platform/http/overload/admission.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { readFields } from '../no-script/read-form.ts';
import {
  findProblem,
  type NoScriptContext,
  type PageVisit,
  type RefusedStatus,
  refusalOf,
  renderResponse,
} from '../no-script/rendered-responses.ts';
import { findClaimDocumentsItem } from '../uploads/authorize-upload.ts';
import { removeStagedUpload } from '../uploads/staged-uploads.ts';
import { refusalMessage } from '../uploads/upload-results.ts';
import { answerDeficiency, type ChangeOutcome, type Errors, fileDispute, withdrawClaim } from './change-claim.ts';
import { changeContact, contactIn } from './change-contact.ts';
import { readSentForm, readUnknownForm, type SentForm, statementsIn } from './read-answer.ts';
import { readStatus, type Returned } from './read-status.ts';
import { sendLetterPdf } from './send-letter-pdf.ts';
import { signIn } from './sign-in.ts';
import type { Claim } from './status-records.ts';
import { stagingKeys } from './unsent-files.ts';

/** A form without fields limits the size of the body. */
const noForm: Form = { id: 'status', version: 1, title: '', sections: [] };

type Visit = PageVisit<StatusPage>;

/**
 * The status page: `POST /status` signs in, and `/status/claim` shows a claim to its claimant and
 * takes answers, disputes, withdrawals and changes of the contact. All forms are plain, with and
 * without JavaScript, and the built page of `/status` is around them.
 */
export async function statusRoutes(
  app: FastifyInstance,
  { context }: { readonly context: NoScriptContext },
): Promise<void> {
  for (const page of context.settlement.site.pages) if (page.kind === 'status') addStatusPage(app, context, page);
}

function addStatusPage(app: FastifyInstance, context: NoScriptContext, page: StatusPage): void {
  const claimPath = statusClaimPath(page.path);

  app.post(page.path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    return takeSignIn({ context, request, reply, page });
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: claimPath,
    schema: { hide: true },
    async handler(request, reply) {
      const session = context.cookies.readStatus(request, context.now());
      if (!session) return redirect(reply, page.path);
      const visit = { context, request, reply, page };
      return sendClaim(visit, session, {}, { status: 200 });
    },
  });
  app.get<{ Params: { readonly name: string } }>(
    `${page.path}/letters/:name`,
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const session = context.cookies.readStatus(request, context.now());
      if (!session || session.isExpired) return redirect(reply, claimPath);
      return sendLetterPdf(context, request, reply, session, request.params.name);
    },
  );
  app.post(claimPath, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const visit = { context, request, reply, page };
    const session = context.cookies.readStatus(request, context.now());
    const claim = session && (await findClaim(context, session));
    if (!session || !claim) {
      return sendSignIn(visit, expired(keptIn(await readUnknownForm(request))), { status: 401 });
    }
    const taken = await takeForm(visit, claim, session);
    switch (taken.name) {
      case 'signed-out':
        context.cookies.endStatus(reply);
        return sendSignIn(visit, { notice: { name: 'signed-out' } }, { status: 200 });
      case 'expired':
        return sendSignIn(visit, expired(taken.kept), { status: 401 });
      case 'other-claim':
        return sendSignIn(visit, { notice: { name: 'other-claim' }, kept: taken.kept }, { status: 409 });
      case 'done':
        context.scans?.wake();
        context.cookies.writeStatus(reply, session, context.now());
        return redirect(reply, claimPath);
      case 'again':
        return sendClaim(visit, session, taken.returned, taken.answer);
    }
  });
}

const redirect = (reply: FastifyReply, path: string) => reply.header('cache-control', 'no-store').redirect(path, 303);

const expired = (kept: SignInView['kept']): Partial<SignInView> => ({
  notice: { name: 'expired' },
  ...(kept && { kept }),
});

/** Returns the fields that come back after signing in again. Files wait under the keys of the answer. */
const keptIn = (fields: ReadonlyMap<string, string>): Readonly<Record<string, string>> => {
  const { statement, contact, ground } = statusFields;
  return Object.fromEntries(
    [...fields].filter(([name]) => [statement, contact, ground].some((prefix) => name.startsWith(prefix))),
  );
};

async function takeSignIn(visit: Visit): Promise<FastifyReply> {
  const { context, request, reply, page } = visit;
  const language = page.language ?? 'en';
  let shown: Partial<SignInView> = {};
  try {
    const problem = await findProblem(context, request);
    const fields = await readFields(request, noForm);
    const read = (name: StatusField) => (fields.get(statusFields[name]) ?? '').trim().slice(0, 200);
    const form: SignInForm = signInForms.find((each) => each === fields.get(statusFields.form)) ?? 'letter';
    const codeRequest = fields.get(statusFields.codeRequest) ?? '';
    const kept = keptIn(fields);
    const typed = Object.fromEntries(
      (['noticeId', 'uniqueId', 'letterCode', 'zip', 'reference'] as const).map((name) => [name, read(name)]),
    );
    shown = { form, typed, kept, ...(form === 'enter-code' && { codeRequest }) };
    if (problem) throw problem;
    const outcome = await runAdmitted(context.admission, () =>
      signIn(context, request, form, { typed: { ...typed, emailCode: read('emailCode') }, codeRequest, language }),
    );
    if (!('session' in outcome)) {
      const status = 'missing' in outcome ? 422 : 200;
      return await sendSignIn(visit, { ...shown, ...outcome }, { status });
    }
    const { session } = outcome;
    context.cookies.writeStatus(reply, session, context.now());
    if (Object.keys(kept).length === 0) return await redirect(reply, statusClaimPath(page.path));
    // Texts that were typed before the session ended come back once.
    const returned = { typed: typedIn({ fields }) };
    return await sendClaim(visit, session, returned, { status: 200 });
  } catch (error) {
    const { notice, ...answer } = statusRefusal(error, request);
    return sendSignIn(visit, { ...shown, notice }, answer);
  }
}

type Taken =
  | { readonly name: 'done' | 'signed-out' }
  | { readonly name: 'expired' | 'other-claim'; readonly kept: Readonly<Record<string, string>> }
  | { readonly name: 'again'; readonly returned: Returned; readonly answer: RefusedStatus };

/**
 * Takes a form of the page of a claim. After the session has ended, files are still staged for the
 * claim, and statements come back with the page.
 */
async function takeForm(
  { context, request, page: { language = 'en' } }: Visit,
  claim: Claim,
  session: StatusSession & { readonly isExpired: boolean },
): Promise<Taken> {
  let returned: Returned = {};
  try {
    const problem = await findProblem(context, request);
    const item = findClaimDocumentsItem(context.settlement.claimForms, claim);
    const sent = await readSentForm(context, request, claim, item, problem);
    const errors: Errors = Object.fromEntries(
      [...sent.refused].map(([name, files]) => [
        name,
        files.map((file) => `${file.name}: ${item ? refusalMessage(file.reason, item, language, file.maxBytes) : ''}`),
      ]),
    );
    returned = { typed: typedIn(sent), errors };
    if (session.isExpired) return { name: 'expired', kept: keptIn(sent.fields) };
    const { action } = sent;
    const isSignOut = action?.name === 'sign-out';
    const shown = sent.fields.get(statusFields.claim) ?? claim.number;
    if (shown !== claim.number && !isSignOut) return { name: 'other-claim', kept: keptIn(sent.fields) };
    // A form with a problem comes back on the page of its claim.
    if (sent.problem) throw sent.problem;
    if (isSignOut) return { name: 'signed-out' };
    if (action?.name === 'withdraw') return again({ notice: { name: 'confirm-withdraw' } });
    if (action?.name === 'remove-file') await removeFile(context, sent, action);
    const isSent =
      action?.name === 'answer' ||
      action?.name === 'dispute' ||
      action?.name === 'contact' ||
      action?.name === 'confirm-withdraw';
    if (sent.isLate) return again({ ...returned, notice: { name: 'changed' } }, 409);
    if (!isSent || Object.keys(errors).length > 0) {
      const hasErrors = Object.keys(errors).length > 0;
      const notice = isSent && hasErrors ? ({ notice: { name: 'incomplete' } } as const) : {};
      return again({ ...returned, ...notice }, hasErrors ? 422 : 200);
    }
    // A household may share the IDs of a notice.
    const isOwn = action.name === 'confirm-withdraw' || action.name === 'contact';
    if (isOwn && session.way === 'ids') return again({ notice: { name: 'changed' } }, 403);
    const change = { decision: sent.decision, fields: sent.fields, language };
    const outcome = await runAdmitted(context.admission, () => {
      if (action.name === 'answer') return answerDeficiency(context, claim, change);
      if (action.name === 'contact') return changeContact(context, claim, change);
      return action.name === 'dispute' ? fileDispute(context, claim, change) : withdrawClaim(context, claim);
    });
    return afterChange(outcome, action.name, returned);
  } catch (error) {
    const { notice, ...answer } = statusRefusal(error, request);
    return { name: 'again', returned: { ...returned, notice }, answer };
  }
}

const again = (returned: Returned, status = 200): Taken => ({ name: 'again', returned, answer: { status } });

const alreadyNotices = {
  answer: 'already-answered',
  dispute: 'already-disputed',
  contact: 'already-changed',
  'confirm-withdraw': 'already-withdrawn',
} as const;

function afterChange(result: ChangeOutcome, action: keyof typeof alreadyNotices, returned: Returned): Taken {
  switch (result.outcome) {
    case 'done':
      // Only the letters that follow tell of it otherwise.
      return action === 'contact' ? again({ notice: { name: 'contact-changed' } }) : { name: 'done' };
    case 'already':
      return again({ notice: { name: alreadyNotices[action] } }, 409);
    case 'changed':
      return again({ notice: { name: 'changed' } }, 409);
    case 'invalid':
      return again(
        {
          ...returned,
          errors: result.errors,
          notice: { name: action === 'contact' ? 'contact-incomplete' : 'incomplete' },
        },
        422,
      );
  }
}

/** The statements, grounds and contact as typed. */
const typedIn = ({ fields }: Pick<SentForm, 'fields'>): Readonly<Record<string, string>> => ({
  ...statementsIn(fields),
  ...contactIn(fields),
  ...Object.fromEntries([...fields].filter(([name]) => name.startsWith(statusFields.ground))),
});

async function removeFile(
  context: NoScriptContext,
  { decision, fields }: SentForm,
  { id }: Extract<ClaimAction, { name: 'remove-file' }>,
): Promise<void> {
  for (const name of [...Object.keys(statementsIn(fields)), disputeItem])
    await removeStagedUpload(context, stagingKeys(context.keys, decision, name), id);
}

const findClaim = ({ database }: NoScriptContext, { claimNumber }: StatusSession): Promise<Claim | undefined> =>
  database
    .selectFrom('claims')
    .select(['id', 'number', 'case_id', 'form_id', 'form_version'])
    .where('number', '=', claimNumber)
    .where('status', '=', 'filed')
    .executeTakeFirst();

function sendSignIn(visit: Visit, shown: Partial<SignInView>, answer: RefusedStatus): Promise<FastifyReply> {
  const { context, page } = visit;
  const view = { name: 'sign-in', typed: {}, missing: [], sendsMail: context.mail !== undefined, ...shown } as const;
  return renderResponse(visit, { render: () => context.pageRenderer.status(page.path, view), ...answer });
}

/** The page of the claim, whose session starts again. An expired one shows and starts nothing. */
async function sendClaim(
  visit: Visit,
  session: StatusSession & { readonly isExpired?: boolean },
  returned: Returned,
  answer: RefusedStatus,
): Promise<FastifyReply> {
  if (session.isExpired) return sendSignIn(visit, expired({}), { status: 401 });
  const { context, reply, page } = visit;
  const view = await readStatus(context, session, page.language ?? 'en', returned);
  if (!view) {
    context.cookies.endStatus(reply);
    return sendSignIn(visit, expired({}), { status: 401 });
  }
  context.cookies.writeStatus(reply, session, context.now());
  return renderResponse(visit, { render: () => context.pageRenderer.status(page.path, view), ...answer });
}

/** Like `refusalOf`, with a notice of this page. */
function statusRefusal(error: unknown, request: FastifyRequest): RefusedStatus & { readonly notice: StatusNotice } {
  const { notice, ...refused } = refusalOf(error, request);
  switch (notice.name) {
    case 'not-ours':
    case 'too-large':
    case 'too-many':
      return { ...refused, notice };
    case 'login-wait':
      return { ...refused, notice: { name: 'too-many', minutes: Math.ceil((refused.retryAfterSeconds ?? 60) / 60) } };
    default:
      return { ...refused, notice: { name: 'unavailable' } };
  }
}
