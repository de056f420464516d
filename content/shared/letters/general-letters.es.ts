import type { LetterTemplates } from '@redress/contract/letters';
import { answerReceivedV1Es } from './answer-received.v1.es.ts';
import { approvedV1Es } from './approved.v1.es.ts';
import { contactChangedV1Es } from './contact-changed.v1.es.ts';
import { deficiencyV1Es } from './deficiency.v1.es.ts';
import { deniedV1Es } from './denied.v1.es.ts';
import { disputeDecisionV1Es } from './dispute-decision.v1.es.ts';
import { fileRefusedV1Es } from './file-refused.v1.es.ts';
import { reducedV1Es } from './reduced.v1.es.ts';
import { reminderV1Es } from './reminder.v1.es.ts';

/** `general-letters.ts` in Spanish. */
export const generalLettersInSpanish: LetterTemplates = {
  deficiency: deficiencyV1Es,
  reminder: reminderV1Es,
  approved: approvedV1Es,
  reduced: reducedV1Es,
  denied: deniedV1Es,
  'answer-received': answerReceivedV1Es,
  'file-refused': fileRefusedV1Es,
  'contact-changed': contactChangedV1Es,
  'dispute-decision': disputeDecisionV1Es,
};
