import { type TSchema, Type } from 'typebox';
import {
  type ClaimForm,
  type EchoItem,
  type Field,
  isField,
  type RowsField,
  type TypedField,
} from '@redress/forms/definition';

/** Describes a claim's body for the OpenAPI document: the form's fields and the envelope. */
export function claimBodySchema(form: ClaimForm) {
  const properties: Record<string, TSchema> = {};
  for (const section of form.sections) {
    for (const item of section.items) {
      if (isField(item)) properties[item.name] = fieldSchema(item, section.shownWhen !== undefined);
      if (item.kind === 'echo') properties[item.name] = Type.Optional(echoSchema(item));
      if (item.kind === 'honeypot') properties[item.name] = Type.Optional(Type.String({ description: item.label }));
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
  const always = !mayBeHidden && field.shownWhen === undefined && isRequired(field);
  const schema = answerSchema(field);
  return always ? schema : Type.Optional(schema);
}

function isRequired(field: Field): boolean {
  if (field.kind === 'rows' && field.atLeast > 0) return true;
  return field.rules.some((rule) => rule.rule === 'required');
}

function answerSchema(field: Field): TSchema {
  switch (field.kind) {
    case 'checkbox':
      return Type.Boolean({ description: field.label });
    case 'select':
    case 'choice':
      return Type.Enum([...field.options], { description: field.label });
    case 'rows':
      return rowsSchema(field);
    default:
      return typedSchema(field);
  }
}

function rowsSchema(field: RowsField): TSchema {
  const cells = field.of.map((cell) => [cell.name, fieldSchema(cell, false)] as const);
  const row = Type.Object(Object.fromEntries(cells), { additionalProperties: false });
  return Type.Array(row, { description: field.label, minItems: field.atLeast, maxItems: field.atMost.rows });
}

function echoSchema(item: EchoItem): TSchema {
  return Type.String({ description: `Repeats ${item.of}; optional` });
}

function typedSchema(field: TypedField): TSchema {
  const limits: { minLength?: number; maxLength?: number; pattern?: string } = {};
  for (const rule of field.rules) {
    if (rule.rule === 'min') limits.minLength = rule.than;
    if (rule.rule === 'max') limits.maxLength = rule.than;
    if (rule.rule === 'pattern') limits.pattern = `^(?:${rule.pattern})$`;
  }
  return Type.String({ description: field.label, ...limits });
}
