/** Prose may use these components without importing them. */
export const proseComponentNames = [
  'Phone',
  'Note',
  'MailAddress',
  'Columns',
  'Steps',
  'Step',
  'DataTable',
  'LinkCards',
  'KeyDates',
  'EligibilityCheck',
  'Questions',
  'Question',
  'Documents',
  'DocumentLink',
  'After',
  'Until',
  'From',
] as const;
export type ProseComponentName = (typeof proseComponentNames)[number];
