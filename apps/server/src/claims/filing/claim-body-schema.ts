import { type TSchema, Type } from 'typebox';
import { FilingObservationsSchema } from '@redress/contract/filing-observations';
import { observationsField } from '@redress/contract/observations';
import { type ClaimForm, type Field, isField, type TypedField } from '@redress/forms/definition';

/** Describes a claim's body for the OpenAPI document: the form's fields and the envelope. */
export function claimBodySchema(form: ClaimForm) {
  const properties: Record<string, TSchema> = {};
  for (const section of form.sections) {
    for (const item of section.items) {
      if (isField(item)) properties[item.name] = fieldSchema(item, section.shownWhen !== undefined);
      if (item.kind === 'echo')
        properties[item.name] = Type.Optional(Type.String({ description: `Repeats ${item.of}; optional` }));
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
  properties[observationsField] = Type.Optional(FilingObservationsSchema);
  return Type.Object(properties, { additionalProperties: false });
}

function fieldSchema(field: Field, mayBeHidden: boolean): TSchema {
  const isRequired =
    (field.kind === 'rows' && field.atLeast > 0) || field.rules.some((rule) => rule.rule === 'required');
  const schema = answerSchema(field);
  return isRequired && !mayBeHidden && field.shownWhen === undefined ? schema : Type.Optional(schema);
}

function answerSchema(field: Field): TSchema {
  const description = field.label;
  switch (field.kind) {
    case 'checkbox':
      return Type.Boolean({ description });
    case 'select':
    case 'choice':
      return Type.Enum([...field.options], { description });
    case 'rows': {
      const cells = Object.fromEntries(field.of.map((cell) => [cell.name, fieldSchema(cell, false)]));
      const row = Type.Object(cells, { additionalProperties: false });
      const limit = field.total?.atMost && ` (${field.total.label}: at most ${field.total.atMost.than})`;
      return Type.Array(row, {
        description: `${description}${limit ?? ''}`,
        minItems: field.atLeast,
        maxItems: field.atMost.rows,
      });
    }
    default: {
      const limits: { minLength?: number; maxLength?: number; pattern?: string } = {};
      for (const rule of field.rules) {
        if (rule.rule === 'min') limits.minLength = rule.than;
        if (rule.rule === 'max') limits.maxLength = rule.than;
        if (rule.rule === 'pattern') limits.pattern = `^(?:${rule.pattern})$`;
      }
      return Type.String({ description: describeTyped(field), ...limits });
    }
  }
}

/** A label with the format of an answer and its limits, which JSON Schema cannot express. */
function describeTyped({ kind, label, rules }: TypedField): string {
  const facts = [
    ...(kind === 'hours' ? ['decimal hours'] : kind === 'date' ? ['YYYY-MM-DD'] : []),
    ...rules.flatMap((one) => (one.rule === 'atLeast' ? `at least ${one.than}` : [])),
    ...rules.flatMap((one) => (one.rule === 'atMost' ? `at most ${one.than}` : [])),
  ];
  return facts.length === 0 ? label : `${label} (${facts.join(', ')})`;
}
