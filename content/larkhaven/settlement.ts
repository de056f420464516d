// What the server needs to know of this settlement. You change it only to add or remove a form.
import type { Settlement } from '@redress/contract/settlement';
import { facts } from './facts.ts';
import { dataIncidentV1 } from './forms/data-incident.v1.ts';
import { receipts } from './receipts.ts';
import { retention } from './retention.ts';
import { review } from './review.ts';
import { site } from './site.ts';

export const settlement: Settlement = {
  site,
  // All versions of every form, the newest last.
  claimForms: [dataIncidentV1],
  receipts,
  captions: { [facts.caseId]: { court: facts.court, caption: facts.caption, docketNumber: facts.docketNumber } },
  retention,
  review,
  lists: {},
};
