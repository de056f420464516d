import { type Static, Type } from 'typebox';

/** Counts fields of a form and cells of its rows. The columns are `smallint`. */
const FieldCountSchema = Type.Integer({ minimum: 0, maximum: 32_767 });

/**
 * Pages observe how a form is filled in, without keys, their times, the pointer, or anything that
 * identifies a device. Absent values were not measured.
 */
export const FilingObservationsSchema = Type.Object(
  {
    visibleSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'While the page was visible' }),
    ),
    typed: Type.Optional(FieldCountSchema),
    pasted: Type.Optional(FieldCountSchema),
    filled: Type.Optional(FieldCountSchema),
    other: Type.Optional(FieldCountSchema),
    draftRestored: Type.Optional(Type.Boolean()),
    automated: Type.Optional(Type.Boolean({ description: '`navigator.webdriver`' })),
  },
  {
    description:
      'How the form was filled in: fields changed by keys, by pasting, by autofill, and by none of these. ' +
      'Optional, and ignored when it cannot be read',
  },
);
export type FilingObservations = Static<typeof FilingObservationsSchema>;
