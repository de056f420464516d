import type { LetterTemplates } from '@redress/contract/letters';
import { answerReceivedV1 } from './answer-received.v1.ts';
import { approvedV1 } from './approved.v1.ts';
import { contactChangedV1 } from './contact-changed.v1.ts';
import { deficiencyV1 } from './deficiency.v1.ts';
import { deniedV1 } from './denied.v1.ts';
import { disputeDecisionV1 } from './dispute-decision.v1.ts';
import { fileRefusedV1 } from './file-refused.v1.ts';
import { reducedV1 } from './reduced.v1.ts';
import { reminderV1 } from './reminder.v1.ts';

/** Letters that fit any settlement. */
export const generalLetters: LetterTemplates = {
  deficiency: deficiencyV1,
  reminder: reminderV1,
  approved: approvedV1,
  reduced: reducedV1,
  denied: deniedV1,
  'answer-received': answerReceivedV1,
  'file-refused': fileRefusedV1,
  'contact-changed': contactChangedV1,
  'dispute-decision': disputeDecisionV1,
};
