import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import type { ClaimForm, Field } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';

/** A claim's body as the API's description shows it: the form's fields, and what travels beside them. */
export function claimBodySchema(form: ClaimForm) {
  const properties: Record<string, TSchema> = {};
  for (const section of form.sections) {
    for (const item of section.items) {
      if (isField(item)) properties[item.name] = fieldSchema(item, section.shownWhen !== undefined);
      if (item.kind === 'captcha') properties[item.name] = Type.String({ description: 'The solved challenge' });
    }
  }
  properties['formVersion'] = Type.Optional(
    Type.Integer({ description: 'The version that was filled in; the newest when absent' }),
  );
  properties['documentsToFollow'] = Type.Optional(
    Type.Integer({ minimum: 0, description: 'How many documents will be uploaded to this claim' }),
  );
  return Type.Object(properties, { additionalProperties: false });
}

function fieldSchema(field: Field, mayBeHidden: boolean): TSchema {
  const always = !mayBeHidden && field.shownWhen === undefined && field.rules.some((rule) => rule.rule === 'required');
  const schema = answerSchema(field);
  return always ? schema : Type.Optional(schema);
}

function answerSchema(field: Field): TSchema {
  if (field.kind === 'checkbox') return Type.Boolean({ description: field.label });
  if (field.kind === 'select') return Type.Enum([...field.options], { description: field.label });
  const limits: { minLength?: number; maxLength?: number; pattern?: string } = {};
  for (const rule of field.rules) {
    if (rule.rule === 'min') limits.minLength = rule.than;
    if (rule.rule === 'max') limits.maxLength = rule.than;
    if (rule.rule === 'pattern') limits.pattern = `^(?:${rule.pattern})$`;
  }
  return Type.String({ description: field.label, ...limits });
}
