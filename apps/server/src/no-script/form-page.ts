import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { filingStateAt } from '@redress/contract/claim-forms';
import type { FormPage } from '@redress/contract/manifest';
import type { StagedUpload, NoScriptForm } from '@redress/contract/page-renderer';
import type { Login } from '@redress/contract/session';
import { claimFormIn } from '@redress/contract/translations';
import type { ClaimForm } from '@redress/forms/definition';
import type { RefusedUpload } from '../uploads/receive-upload.ts';
import { listStagedUploads } from '../uploads/staged-uploads.ts';
import { takeTurn } from '../http/overload/load-shedding.ts';
import { freshFormKey } from '../static-site/form-key.ts';
import { ProblemError } from '../http/problem.ts';
import { carryOut } from './submit-form.ts';
import { documentErrors, documentsNotAmong, goneErrors } from './document-errors.ts';
import type { FormPost } from './form-post.ts';
import { readFormPost } from './form-post.ts';
import { keepDocuments } from './keep-documents.ts';
import { postedAnswers } from './answers-from-fields.ts';
import type { NoScriptContext } from './no-script-context.ts';
import type { Refusal } from './refusal.ts';
import { findRefusal, refusalOf } from './refusal.ts';
import { sendBusyPage, sendRendered } from './send-rendered.ts';

/** How a form goes back to its reader: its page again, or on to the page after it. */
export type FormOutcome =
  | { readonly outcome: 'filed'; readonly claimNumber: string }
  | {
      readonly outcome: 'rendered';
      readonly status: number;
      readonly formKey: string;
      readonly posted: NoScriptForm;
      readonly retryAfterSeconds?: number;
    };

/**
 * `POST <path of a form page>`: takes the form that a browser posts by itself, without the page's script. The same parsing and filing as the
 * API's; what it answers is a page, or 303 to the completion page. docs/decisions/0011-forms-without-script.md tells how it holds together.
 */
export function addFormPage(app: FastifyInstance, context: NoScriptContext, page: FormPage): void {
  const versions = versionsOf(context, page);
  const newest = versions.at(-1);
  if (!newest) throw new Error(`The page ${page.path} has no form "${page.form}"`);
  app.post(page.path, { schema: { hide: true } }, async (request, reply) => {
    if (!request.isMultipart()) throw new ProblemError('unsupported-type');
    const result = await takePost(context, request, reply, versions, newest);
    if (result.outcome === 'filed')
      return reply.header('cache-control', 'no-store').redirect(`${page.complete}?claim=${result.claimNumber}`, 303);
    try {
      const rendered = await context.pageRenderer.form(page.path, filingStateAt(newest, context.now()), result.posted);
      return await sendRendered(context, request, reply, { path: page.path, rendered, ...result });
    } catch (error) {
      return sendBusyPage(reply, page.language ?? 'en', error);
    }
  });
}

/** The published versions of a page's form in the page's language, oldest first. */
function versionsOf({ settlement }: NoScriptContext, page: FormPage): ClaimForm[] {
  return settlement.claimForms
    .filter((form) => form.id === page.form)
    .toSorted((a, b) => a.version - b.version)
    .map((form) => claimFormIn(settlement, form, page.language ?? 'en'));
}

async function takePost(
  context: NoScriptContext,
  request: FastifyRequest,
  reply: FastifyReply,
  versions: readonly ClaimForm[],
  newest: ClaimForm,
): Promise<FormOutcome> {
  const refusal = await findRefusal(context, request);
  let post: FormPost;
  try {
    post = await readFormPost(context, request, newest, refusal);
  } catch (error) {
    return renderRefusal(context, request, newest, undefined, refusalOf(error, request));
  }
  const form = versions.find(({ version }) => version === post.version) ?? newest;
  if (post.refusal) return renderRefusal(context, request, form, post, post.refusal);
  try {
    return await takeTurn(context.admission, async () => {
      const documents = await keepDocuments(context, form, post);
      // The documents of another claim wait under its key by now: whatever comes next goes by that one.
      post = { ...post, formKey: documents.formKey };
      return carryOut(context, request, reply, form, post, documents);
    });
  } catch (error) {
    return renderRefusal(context, request, form, post, refusalOf(error, request));
  }
}

/**
 * The page with what was typed, and why nothing was done. A form that another website sent gets a key of its own: that website may know the
 * one that came with it.
 */
async function renderRefusal(
  context: NoScriptContext,
  request: FastifyRequest,
  form: ClaimForm,
  post: FormPost | undefined,
  { status, notice, retryAfterSeconds }: Refusal,
): Promise<FormOutcome> {
  const isOurs = post !== undefined && notice.name !== 'not-ours';
  const formKey = isOurs ? post.formKey : freshFormKey();
  const kept = isOurs ? await listIfPossible(context, formKey) : [];
  // Nothing was looked up: the page goes on listing what it listed, and the next SUBMIT tells what is gone.
  const documents = isOurs ? [...kept, ...documentsNotAmong(post.listed, kept)] : [];
  const login = form.login === 'required' ? { login: readLogin(context, request) } : {};
  return {
    outcome: 'rendered',
    status,
    formKey,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    posted: {
      answers: post ? postedAnswers(form, post.fields, post.action) : {},
      errors: post
        ? [
            ...documentErrors(form, [...post.refused, ...lostDocuments(post, kept)]),
            ...goneErrors(form, isOurs ? [] : post.listed),
          ]
        : [],
      notice,
      documents,
      ...login,
    },
  };
}

function readLogin(context: NoScriptContext, request: FastifyRequest): Login | null {
  const login = context.cookies.readLogin(request, context.now());
  return login ? { noticeId: login.noticeId, name: login.name } : null;
}

/** With the database away it gives none; they wait under the form's key all the same. */
async function listIfPossible(context: NoScriptContext, formKey: string): Promise<StagedUpload[]> {
  try {
    return await listStagedUploads(context.database, formKey);
  } catch {
    return [];
  }
}

/** Documents that arrived but are not among those that are kept, because something went away in between: they must be sent again. */
function lostDocuments({ arrived }: FormPost, kept: readonly StagedUpload[]): RefusedUpload[] {
  return documentsNotAmong(arrived, kept).map(({ name }) => ({ name, reason: 'incomplete' }));
}
