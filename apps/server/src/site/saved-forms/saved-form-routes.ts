import {
  FormSavedSchema,
  OpenedFormSchema,
  OpenSavedFormRequestSchema,
  SaveFormRequestSchema,
} from '@redress/contract/saved-forms';
import { claimFormIn } from '@redress/contract/translations';
import { maxValueCount } from '@redress/forms/definition';
import { Type } from 'typebox';
import type { SiteContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { ProblemError, problemResponses } from '../../platform/http/problem.ts';
import { answerInLanguage, languageHeaders } from '../../platform/http/request-language.ts';
import { deleteSavedForm, openSavedForm, saveForm } from './saved-forms.ts';

/** Values in a body that are not answers. */
const maxOtherValues = 100;

/**
 * `POST /api/saved-forms` saves an unfinished form and emails its link; `…/open` opens it by the
 * link's code, which travels only in bodies; `DELETE` deletes it, from the tab that filed it.
 */
export async function savedFormRoutes(api: Api, { context }: PluginOptions<SiteContext>): Promise<void> {
  const { claimForms } = context.settlement;
  // Doubled because every row also counts as a value.
  const maxValues = 2 * Math.max(...claimForms.map(maxValueCount)) + maxOtherValues;
  // Schemas only document the bodies, which arrive as text.
  const validatorCompiler = () => () => true;
  const headers = Type.Object(languageHeaders);

  api.post(
    '/saved-forms',
    {
      bodyLimit: Math.max(...claimForms.map(({ maxBodyBytes }) => maxBodyBytes)),
      validatorCompiler,
      schema: {
        summary: 'Save an unfinished form and email a link to it',
        tags: ['saved forms'],
        headers,
        body: SaveFormRequestSchema,
        response: { 201: FormSavedSchema, ...problemResponses(400, 403, 410, 413, 422, 429, 500, 503) },
      },
    },
    async (request, reply) => {
      const language = answerInLanguage(request, reply);
      const { formId, formVersion, ...saved } = readBody(SaveFormRequestSchema, request, maxValues);
      const form = claimForms.find(({ id, version }) => id === formId && version === formVersion);
      if (!form) throw new ProblemError('bad-request');
      const translated = claimFormIn(context.settlement, form, language);
      return reply.code(201).send(await saveForm(context, request.ip, { form: translated, ...saved }));
    },
  );
  api.post(
    '/saved-forms/open',
    {
      validatorCompiler,
      schema: {
        summary: 'Open a saved form with the code of its link',
        tags: ['saved forms'],
        headers,
        body: OpenSavedFormRequestSchema,
        response: { 200: OpenedFormSchema, ...problemResponses(400, 403, 404, 429, 500, 503) },
      },
    },
    (request, reply) => {
      const language = answerInLanguage(request, reply);
      const body = readBody(OpenSavedFormRequestSchema, request, maxOtherValues);
      return openSavedForm(context, request.ip, { ...body, language });
    },
  );
  api.delete(
    '/saved-forms/:id',
    {
      schema: {
        summary: 'Delete a saved form, once its claim is filed',
        tags: ['saved forms'],
        headers,
        params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
        response: { 204: Type.Null({ description: 'Deleted, or unknown' }), ...problemResponses(403, 500, 503) },
      },
    },
    async (request, reply) => {
      await deleteSavedForm(context, request.params.id);
      return reply.code(204).send(null);
    },
  );
}
