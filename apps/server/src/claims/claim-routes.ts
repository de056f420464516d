import { Type } from 'typebox';
import { CreatedClaimSchema } from '@redress/contract/claims';
import type { Language } from '@redress/contract/language';
import type { Settlement } from '@redress/contract/manifest';
import { ProblemSchema } from '@redress/contract/problem';
import { claimFormIn } from '@redress/contract/translations';
import { idempotencyHeader, idempotencyKeyPattern } from '@redress/contract/http-headers';
import type { ClaimForm } from '@redress/forms/definition';
import { maxValueCount } from '@redress/forms/definition';
import { readClaimRequest } from './claim-request.ts';
import type { Filed } from './file-claim.ts';
import { fileClaim } from './file-claim.ts';
import { claimBodySchema } from './claim-body-schema.ts';
import { readJsonBody } from '../http/json-body.ts';
import { ProblemError } from '../http/problem.ts';
import { answerInLanguage, languageHeaders } from '../http/request-language.ts';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { addressSubject, enforceLimit } from '../http/rate-limits.ts';

/** Errors in one answer: more would help nobody, and hundreds of rows can each have several. */
const maxErrors = 200;
/**
 * AppContext in a body for what travels with the answers, and for a few fields that the form does not
 * have.
 */
const partsBeside = 100;

/**
 * `POST /api/<resource>`: files a claim, in the language of the request where the form is
 * translated.
 */
export async function claimRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  for (const versions of versionsByResource(context.settlement.claimForms)) addFileClaim(api, context, versions);
}

/** The published versions of each form, oldest first. */
function versionsByResource(forms: readonly ClaimForm[]): [ClaimForm, ...ClaimForm[]][] {
  const byResource = new Map<string, [ClaimForm, ...ClaimForm[]]>();
  for (const form of forms.toSorted((a, b) => a.version - b.version)) {
    const versions = byResource.get(form.resource);
    if (versions) versions.push(form);
    else byResource.set(form.resource, [form]);
  }
  return [...byResource.values()];
}

function addFileClaim(api: Api, context: AppContext, versions: readonly [ClaimForm, ...ClaimForm[]]): void {
  const newest = versions.at(-1) ?? versions[0];
  // Twice, because a row is an object too, and may have a key too many.
  const maxParts = 2 * Math.max(...versions.map(maxValueCount)) + partsBeside;
  const versionsBy = { en: versions, es: translate(context.settlement, versions, 'es') } satisfies Record<
    Language,
    unknown
  >;
  api.post(
    `/${newest.resource}`,
    {
      bodyLimit: Math.max(...versions.map((form) => form.maxBodyBytes)),
      // The body is described here and judged by `parseAnswers` alone, which knows each field's messages.
      validatorCompiler: () => () => true,
      schema: {
        summary: `File a claim: ${newest.title}`,
        tags: ['claims'],
        description: 'The claim keeps the language of the request: its summary, receipt and mail are in it.',
        headers: Type.Object({
          ...languageHeaders,
          [idempotencyHeader]: Type.Optional(
            Type.String({
              pattern: idempotencyKeyPattern.source,
              description: 'One per filled-in form; the same request may be sent again with it',
            }),
          ),
        }),
        body: claimBodySchema(newest),
        response: {
          201: CreatedClaimSchema,
          400: ProblemSchema,
          401: ProblemSchema,
          403: ProblemSchema,
          409: ProblemSchema,
          410: ProblemSchema,
          413: ProblemSchema,
          415: ProblemSchema,
          422: ProblemSchema,
          429: ProblemSchema,
          500: ProblemSchema,
          503: ProblemSchema,
        },
      },
    },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers[idempotencyHeader]);
      const address = addressSubject(request.ip);
      await enforceLimit(context, 'claim-address', address);
      const login = context.cookies.readLogin(request, context.now());
      const body = readJsonBody(request.body, maxParts);
      const claimRequest = readClaimRequest(versionsBy[answerInLanguage(request, reply)], body);
      const filed = await fileClaim(context, claimRequest, {
        address,
        language: claimRequest.form.language ?? 'en',
        ...(login ? { noticeId: login.noticeId, caseId: login.caseId } : {}),
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      const claim = claimOf(filed);
      context.cookies.rememberClaim(request, reply, claim.claimNumber, context.now());
      return reply.code(201).send(claim);
    },
  );
}

function translate(
  settlement: Settlement,
  [oldest, ...others]: readonly [ClaimForm, ...ClaimForm[]],
  language: Language,
): [ClaimForm, ...ClaimForm[]] {
  const inLanguage = (form: ClaimForm) => claimFormIn(settlement, form, language);
  return [inLanguage(oldest), ...others.map(inLanguage)];
}

function claimOf(filed: Filed) {
  switch (filed.outcome) {
    case 'filed':
    case 'filed-before':
      return filed.claim;
    case 'other-answers': {
      const { claimNumber, dateCreated } = filed.claim;
      throw new ProblemError('key-used-for-other-answers', { claim: { claimNumber, dateCreated } });
    }
    case 'login-required':
      throw new ProblemError('login-required');
    case 'closed':
      throw new ProblemError('filing-closed');
    case 'too-many':
      throw new ProblemError('too-many-requests', {}, { retryAfterSeconds: filed.retryAfterSeconds });
    case 'invalid':
      throw new ProblemError('invalid-answers', {
        errors: filed.errors.slice(0, maxErrors),
        errorCount: filed.errors.length,
      });
  }
}

function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && idempotencyKeyPattern.test(header)) return header;
  throw new ProblemError('bad-request', {
    detail: {
      en: 'The idempotency key must have 16 to 64 letters, digits, hyphens or underscores.',
      es: 'La clave de idempotencia debe tener de 16 a 64 letras, cifras, guiones o guiones bajos.',
    },
  });
}
