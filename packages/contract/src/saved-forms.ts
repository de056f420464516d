import { type Static, Type } from 'typebox';

const Answers = Type.Record(Type.String(), Type.Unknown(), {
  description: 'As typed, by field. Tax IDs, codes from a notice and signatures are left out',
});

export const SaveFormRequestSchema = Type.Object({
  formId: Type.String(),
  formVersion: Type.Integer(),
  email: Type.String({ description: 'Where the link goes. It is not stored' }),
  answers: Answers,
  replaces: Type.Optional(Type.String({ description: 'The `id` of a saved form that this one replaces' })),
});

/** `id` can delete the saved form, but not open it: that takes the code in the emailed link. */
export const FormSavedSchema = Type.Object({
  id: Type.String(),
  lastDay: Type.String({ format: 'date', description: 'On which the link works, at the court' }),
});
export type FormSaved = Static<typeof FormSavedSchema>;

export const OpenSavedFormRequestSchema = Type.Object({
  formId: Type.String(),
  code: Type.String({ description: 'From the emailed link' }),
});

export const OpenedFormSchema = Type.Object({
  ...FormSavedSchema.properties,
  savedAt: Type.String({ format: 'date-time' }),
  formVersion: Type.Integer({ description: 'The newest version of the form, which the answers are for' }),
  answers: Answers,
  notTaken: Type.Array(Type.String(), { description: 'Labels of answers that this version has no field for' }),
});
export type OpenedForm = Static<typeof OpenedFormSchema>;
