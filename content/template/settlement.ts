// The settlement's definition for the server. Change it only to add or remove a form.
import type { Settlement } from '@redress/contract/settlement';
// <data-files>
import { dataRules } from './data-rules.ts';
// </data-files>
import { facts } from './facts.ts';
// <consumer>
// <spanish>
import { consumerV1Es } from './forms/consumer.v1.es.ts';
// </spanish>
import { consumerV1 } from './forms/consumer.v1.ts';
// </consumer>
// <data-incident>
// <spanish>
import { dataIncidentV1Es } from './forms/data-incident.v1.es.ts';
// </spanish>
import { dataIncidentV1 } from './forms/data-incident.v1.ts';
// </data-incident>
// <individual>
// <spanish>
import { individualV1Es } from './forms/individual.v1.es.ts';
// </spanish>
import { individualV1 } from './forms/individual.v1.ts';
// </individual>
// <login>
// <spanish>
import { loginV1Es } from './forms/login.v1.es.ts';
import { lostIdsV1Es } from './forms/lost-ids.v1.es.ts';
// </spanish>
import { loginV1 } from './forms/login.v1.ts';
import { lostIdsV1 } from './forms/lost-ids.v1.ts';
// </login>
// <payor>
// <spanish>
import { payorV1Es } from './forms/payor.v1.es.ts';
// </spanish>
import { payorV1 } from './forms/payor.v1.ts';
// </payor>
import { funds } from './funds.ts';
import { mailRules } from './mail-rules.ts';
// <spanish>
import { receiptsInSpanish } from './receipts.es.ts';
// </spanish>
import { receipts } from './receipts.ts';
import { retention } from './retention.ts';
import { review } from './review.ts';
import { site } from './site.ts';
// <spanish>
import { generalLettersInSpanish } from '../shared/letters/general-letters.es.ts';
// </spanish>
import { generalLetters } from '../shared/letters/general-letters.ts';

export const settlement: Settlement = {
  site,
  // <login>
  login: loginV1,
  idRequest: lostIdsV1,
  // </login>
  // Lists all versions of every form, newest last.
  claimForms: [
    // <consumer>
    consumerV1,
    // </consumer>
    // <individual>
    individualV1,
    // </individual>
    // <payor>
    payorV1,
    // </payor>
    // <data-incident>
    dataIncidentV1,
    // </data-incident>
  ],
  receipts,
  captions: { [facts.caseId]: { court: facts.court, caption: facts.caption, docketNumber: facts.docketNumber } },
  // <data-files>
  dataRules,
  // </data-files>
  retention,
  review,
  mailRules,
  funds,
  letters: generalLetters,
  lists: {},
  // <spanish>
  translations: {
    es: {
      // <login>
      login: loginV1Es,
      idRequest: lostIdsV1Es,
      // </login>
      claimForms: [
        // <consumer>
        consumerV1Es,
        // </consumer>
        // <individual>
        individualV1Es,
        // </individual>
        // <payor>
        payorV1Es,
        // </payor>
        // <data-incident>
        dataIncidentV1Es,
        // </data-incident>
      ],
      receipts: receiptsInSpanish,
      letters: generalLettersInSpanish,
    },
  },
  // </spanish>
};
