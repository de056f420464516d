import { Type } from 'typebox';
import { type CreatedClaim, CreatedClaimSchema } from '@redress/contract/claims';
import { claimFormIn } from '@redress/contract/translations';
import { idempotencyHeader, idempotencyKeyPattern, noticeIdHeader } from '@redress/contract/http-headers';
import { type ClaimForm, maxValueCount } from '@redress/forms/definition';
import { readClaimRequest } from './claim-request.ts';
import { fileClaimFromBrowser, type FilingResult } from './file-claim.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { claimBodySchema } from './claim-body-schema.ts';
import { readJsonBody } from '../../platform/http/json-body.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { answerInLanguage, languageHeaders } from '../../platform/http/request-language.ts';
import type { ClaimsContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';

/** Hundreds of rows can each have several errors; a longer list does not help. */
const maxErrors = 200;
/** Values in a body besides the answers: the envelope, and a few unknown fields. */
const maxOtherValues = 100;

/** `POST /api/<resource>` files a claim, in the language of the request if it has a translation. */
export async function claimRoutes(api: Api, { context }: PluginOptions<ClaimsContext>): Promise<void> {
  const forms = context.settlement.claimForms.toSorted((a, b) => a.version - b.version);
  for (const versions of Map.groupBy(forms, ({ resource }) => resource).values()) {
    const newest = versions.at(-1);
    if (newest) addFilingRoute(api, context, newest, versions);
  }
}

function addFilingRoute(api: Api, context: ClaimsContext, newest: ClaimForm, versions: readonly ClaimForm[]): void {
  // Doubled because every row also counts as a value and may have an unknown key.
  const maxBodyValues = 2 * Math.max(...versions.map(maxValueCount)) + maxOtherValues;
  api.post(
    `/${newest.resource}`,
    {
      bodyLimit: Math.max(...versions.map((form) => form.maxBodyBytes)),
      // The schema only documents the body; `evaluateAnswers` checks it, with the form's messages.
      validatorCompiler: () => () => true,
      schema: {
        summary: `File a claim: ${newest.title}`,
        tags: ['claims'],
        description: 'The claim keeps the language of the request, also for its summary, receipt and email.',
        headers: Type.Object({
          ...languageHeaders,
          [idempotencyHeader]: Type.Optional(
            Type.String({
              pattern: idempotencyKeyPattern.source,
              description: 'One for each filled-in form. With it, the same request can safely be sent again',
            }),
          ),
          [noticeIdHeader]: Type.Optional(
            Type.String({
              description: 'The Notice ID of the login that the form shows. Another login does not count',
            }),
          ),
        }),
        body: claimBodySchema(newest),
        response: {
          201: CreatedClaimSchema,
          ...problemResponses(400, 401, 403, 409, 410, 413, 415, 422, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers[idempotencyHeader]);
      await enforceLimit(context, 'claim-address', request.ip);
      const current = context.cookies.readLogin(request, context.now());
      // In another tab, another person may have logged in since.
      const shown = request.headers[noticeIdHeader] ?? current?.noticeId;
      const login = current?.noticeId === shown ? current : undefined;
      const body = readJsonBody(request.body, maxBodyValues);
      const language = answerInLanguage(request, reply);
      const translated = versions.map((form) => claimFormIn(context.settlement, form, language));
      const claimRequest = readClaimRequest(translated, body);
      const result = await fileClaimFromBrowser(context, request, reply, claimRequest, { login, idempotencyKey });
      return reply.code(201).send(requireClaim(result));
    },
  );
}

function requireClaim(result: FilingResult): CreatedClaim {
  switch (result.outcome) {
    case 'filed':
    case 'filed-before':
      return result.claim;
    case 'other-answers': {
      const { claimNumber, dateCreated } = result.claim;
      throw new ProblemError('key-used-for-other-answers', { claim: { claimNumber, dateCreated } });
    }
    case 'login-required':
      throw new ProblemError('login-required');
    case 'closed':
      throw new ProblemError('filing-closed');
    case 'invalid':
      throw new ProblemError('invalid-answers', {
        errors: result.errors.slice(0, maxErrors),
        errorCount: result.errors.length,
      });
  }
}

function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && idempotencyKeyPattern.test(header)) return header;
  throw new ProblemError('bad-request', {
    detail: {
      en: 'The idempotency key must have 16 to 64 letters, digits, hyphens or underscores.',
      es: 'La clave de idempotencia debe tener de 16 a 64 letras, dígitos, guiones o guiones bajos.',
    },
  });
}
