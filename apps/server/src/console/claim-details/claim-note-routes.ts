import { claimDetailsApi } from '@redress/contract/console/claim-details';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { addCall, addNote } from './claim-notes.ts';
import { findClaimId } from './find-claim.ts';

const problems = [400, 404, 409, 412];

/** `POST /api/console/claims/:number/notes` and `…/calls`. Neither can be changed or deleted. */
export async function claimNoteRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, claimDetailsApi);
  const find = async (request: FastifyRequest, number: string) => {
    const claim = await findClaimId(context, number, casesWith(request, 'claims'));
    requirePermission(request, 'notes', claim.case_id);
    return claim;
  };
  route('POST /claims/:number/notes', { access: 'notes', problems }, async (request) => {
    const { id, text } = request.body;
    const claim = await find(request, request.params.number);
    const note = { id, staff_id: staffOf(request).id, text: stripNulAndSurrogates(text).trim() };
    if (note.text === '') throw consoleProblem('bad-request', 'Enter a note.');
    await addNote(context, claim, note);
  });
  route('POST /claims/:number/calls', { access: 'notes', problems }, async (request) => {
    const { id, topic, text } = request.body;
    const claim = await find(request, request.params.number);
    await addCall(context, claim, {
      id,
      staff_id: staffOf(request).id,
      topic,
      text: stripNulAndSurrogates(text).trim(),
    });
  });
}
