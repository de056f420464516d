import type { LetterTemplate } from './letters.ts';

/** Lists the texts of a template or of a merged letter, without those that a template only refers to. */
export const textsOfLetter = ({ subject, body }: Pick<LetterTemplate, 'subject' | 'body'>): readonly string[] => [
  subject,
  ...body.flatMap((part) =>
    typeof part === 'string' ? [part] : 'heading' in part ? [part.heading] : 'list' in part ? part.list : [],
  ),
];
