import type { Settlement } from '@redress/contract/settlement';
import { dataRules } from './data-rules.ts';
import { facts } from './facts.ts';
import { consumerV1Es } from './forms/consumer.v1.es.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1Es } from './forms/individual.v1.es.ts';
import { individualV1 } from './forms/individual.v1.ts';
import { lostIdsV1Es } from './forms/lost-ids.v1.es.ts';
import { lostIdsV1 } from './forms/lost-ids.v1.ts';
import { loginV1Es } from './forms/login.v1.es.ts';
import { loginV1 } from './forms/login.v1.ts';
import { tppV1Es } from './forms/tpp.v1.es.ts';
import { tppV1 } from './forms/tpp.v1.ts';
import { tppV2Es } from './forms/tpp.v2.es.ts';
import { tppV2 } from './forms/tpp.v2.ts';
import { funds } from './funds.ts';
import { companyHealthTypes } from './lists/company-health-types.ts';
import { insuranceQuestion } from './lists/insurance-question.ts';
import { relationshipTypes } from './lists/relationship-types.ts';
import { generalLettersInSpanish } from '../shared/letters/general-letters.es.ts';
import { generalLetters } from '../shared/letters/general-letters.ts';
import { states } from '../shared/lists/states.ts';
import { mailRules } from './mail-rules.ts';
import { receiptsInSpanish } from './receipts.es.ts';
import { receipts } from './receipts.ts';
import { retention } from './retention.ts';
import { review } from './review.ts';
import { site } from './site.ts';

const named = (list: readonly string[]) => list.map((Name) => ({ Name }));

/** The whole settlement for the server. */
export const settlement: Settlement = {
  site,
  login: loginV1,
  idRequest: lostIdsV1,
  claimForms: [consumerV1, tppV1, tppV2, individualV1],
  offersMailedAddress: true,
  receipts,
  captions: {
    [consumerV1.caseId]: { court: facts.court, caption: facts.caption, docketNumber: facts.docketNumber },
  },
  dataRules,
  retention,
  review,
  mailRules,
  funds,
  letters: generalLetters,
  lists: {
    'States.json': named(states),
    'CompanyHealthTypes.json': named(companyHealthTypes),
    'InsuranceQuestion.json': named(insuranceQuestion),
    'RelationshipTypes.json': named(relationshipTypes),
  },
  translations: {
    es: {
      login: loginV1Es,
      idRequest: lostIdsV1Es,
      claimForms: [consumerV1Es, tppV1Es, tppV2Es, individualV1Es],
      receipts: receiptsInSpanish,
      letters: generalLettersInSpanish,
    },
  },
};
