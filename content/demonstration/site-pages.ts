import type { Page } from '@redress/contract/settlement';
import { facts } from './facts.ts';
import { longDate } from '../shared/formats.ts';
import { consumerV1 } from './forms/consumer.v1.ts';
import { individualV1 } from './forms/individual.v1.ts';
import { lostIdsV1 } from './forms/lost-ids.v1.ts';
import { tppV2 } from './forms/tpp.v2.ts';
import { relief } from './receipts.ts';
import { lateOnForms } from './late-claims.ts';

const deadline = longDate(facts.brandDrug.claimDeadline);

/** Replaces the caption on pages of the other case. */
const savingsClubCaption = 'Prescription Savings Club Settlement: a separate case';
const savingsClubDeadline = longDate(facts.savingsClub.claimDeadline);
const completeMessages = {
  heading: 'THANK YOU FOR SUBMITTING YOUR INFORMATION',
  printHint: 'Please print this page for your records.',
  receipt: 'Download your receipt (PDF)',
  payment: relief,
  exit: 'Exit to Return to the Settlement Website',
} as const;

/**
 * Every page, in the order of the navigation. `site.es.ts` translates all except the one that is in
 * Spanish.
 */
export const pages = [
  {
    path: '/',
    kind: 'text',
    title: 'Home',
    description: `A settlement pays people and health plans that bought an antidepressant or its generic in ${facts.brandDrug.states.length} states. Who is included, what you get, by when, and how.`,
    navigation: 'Home',
    text: 'home',
  },
  {
    path: '/notice',
    kind: 'text',
    title: 'Notices and questions',
    description:
      'The notices of both settlements to download, and short answers: am I included, what do I get, how do I file, what are my choices?',
    navigation: 'Notices/FAQs',
    footer: 'Notices and questions',
    text: 'notice',
  },
  {
    path: '/espanol',
    kind: 'text',
    title: 'Información en español',
    description:
      'Los avisos de los dos acuerdos en español y lo más importante: quién está incluido, qué puede recibir, hasta cuándo y cómo presentar un reclamo.',
    navigation: 'Spanish',
    navigationInOwnLanguage: 'Español',
    language: 'es',
    text: 'espanol',
  },
  {
    path: '/file-claim',
    kind: 'text',
    title: 'File a Claim',
    description:
      'Who is in the class, the states and the period, the claim forms to download, and how consumers and third-party payors file.',
    navigation: 'File a Claim',
    footer: 'File a claim',
    text: 'file-claim',
  },
  {
    path: '/courtdocuments',
    kind: 'text',
    title: 'Court Documents',
    description:
      'The court papers of both settlements, from the complaint to the final approval order, and what each one is.',
    navigation: 'Court Documents',
    text: 'courtdocuments',
  },
  {
    path: '/contact',
    kind: 'text',
    title: 'Contact',
    description:
      'How to reach the settlement administrator by phone, email and mail, and the addresses of the lawyers for the class.',
    navigation: 'Contact',
    footer: 'Contact us',
    text: 'contact',
  },
  {
    path: '/accessibility',
    parent: '/contact',
    kind: 'text',
    title: 'Accessibility',
    description:
      'How this website works for people with disabilities, which limits we know of, and how to get help with your claim.',
    footer: 'Accessibility',
    text: 'accessibility',
  },
  {
    path: '/consumer-login',
    parent: '/file-claim',
    kind: 'login',
    title: 'Consumer claim: log in',
    description: 'Log in with the Notice ID and Unique ID on your notice to file a consumer claim.',
    form: 'login',
    next: '/consumera-instructions',
    referencePrefix: consumerV1.referencePrefix,
    messages: {
      note: 'Your Notice ID and Unique ID are on the notice that we sent you, above your name.',
      button: 'Login',
      without: {
        text: 'If you have no Notice ID and Unique ID, click {link}.',
        link: 'HERE',
        href: '/consumerb-instructions',
      },
      notFound: { title: 'User not found', text: 'Please Try again' },
      help: {
        heading: 'Where to find your IDs',
        where:
          'We found no match for what you typed. Both IDs are on the notice that we sent you, above your name. Check each letter and number, then log in again. A zero can look like the letter O.',
        picture: {
          alt: 'A mailed notice. The Notice ID and the Unique ID are marked. They are printed above the name and address.',
          sender: facts.administrator,
          ...facts.sampleNotice,
        },
        withoutIds: 'Can’t find your notice? You can still claim:',
        request: {
          text: 'Lost your notice? {link}',
          link: 'Ask us to send you your IDs',
          href: '/lost-ids',
        },
        call: { text: 'Call us toll-free at {link}.', link: facts.phone, href: `tel:+${facts.phone}` },
        mail: {
          text: '{link}. You don’t need IDs for that.',
          link: 'File by mail',
          href: '/consumera-instructions#by-mail',
        },
      },
    },
  },
  {
    path: '/lost-ids',
    parent: '/file-claim',
    kind: 'id-request',
    title: 'Lost IDs',
    description: 'Lost your notice? Ask the settlement administrator to send you your Notice ID and Unique ID.',
    form: lostIdsV1.id,
    next: '/lost-ids-received',
    messages: {
      lead: [
        'To claim online, you need the Notice ID and the Unique ID on your notice. If you lost it, tell us who you are and how to reach you. If you are in our records, we will mail your IDs to the address there.',
        'This is not a claim. To claim without IDs, you can also file by mail.',
      ],
      button: 'Send my request',
      noContact: 'Enter a phone number or an email address',
    },
  },
  {
    path: '/lost-ids-received',
    parent: '/file-claim',
    kind: 'text',
    title: 'Request received',
    description: 'What happens after you ask for your Notice ID and Unique ID.',
    text: 'lost-ids-received',
  },
  {
    path: '/consumera-instructions',
    parent: '/file-claim',
    kind: 'instructions',
    title: 'Consumer claim: instructions',
    description: 'Who must file a consumer claim, by when, the five steps of the form, and how to file by mail.',
    text: 'consumera-instructions',
    next: { path: '/consumera-claimants', label: 'Next' },
  },
  {
    path: '/consumera-claimants',
    parent: '/file-claim',
    kind: 'form',
    title: 'Consumer claim form',
    description: 'File a consumer claim online.',
    form: consumerV1.id,
    login: '/consumer-login',
    complete: '/consumer-complete',
    documents: {
      label: 'By mail or from abroad:',
      of: ['consumer-claim-form'],
    },
    messages: {
      late: `Claims were due by ${deadline}. ${lateOnForms}`,
      closed: `The deadline for consumer claims was ${deadline}. Claims can no longer be filed.`,
    },
  },
  {
    path: '/consumer-complete',
    parent: '/file-claim',
    kind: 'complete',
    title: 'Your claim',
    description: 'The reference number of the claim that you filed.',
    referencePrefix: consumerV1.referencePrefix,
    start: '/file-claim',
    messages: completeMessages,
  },
  {
    path: '/consumerb-instructions',
    parent: '/file-claim',
    caption: savingsClubCaption,
    kind: 'instructions',
    title: 'Savings club claim: instructions',
    description:
      'Who may file in the savings club settlement, by when, the five steps, which documents you need, and how to file by mail.',
    text: 'consumerb-instructions',
    next: { path: '/consumerb-claimants', label: 'Next' },
  },
  {
    path: '/consumerb-claimants',
    parent: '/file-claim',
    caption: savingsClubCaption,
    kind: 'form',
    title: 'Individual claim form',
    description: 'File an individual claim in the savings club settlement online.',
    form: individualV1.id,
    heading: 'Individual claim form',
    complete: '/consumer-complete',
    documents: {
      label: 'By mail or from abroad:',
      of: ['savings-club-claim-form'],
    },
    messages: {
      late: `Claims were due by ${savingsClubDeadline}. ${lateOnForms}`,
      closed: `The deadline for claims in this settlement was ${savingsClubDeadline}. Claims can no longer be filed.`,
    },
  },
  {
    path: '/tpp-instructions',
    parent: '/file-claim',
    kind: 'instructions',
    title: 'Third-party payor claim: instructions',
    description: 'Which third-party payors and agents may file, what data they send, by when, and how.',
    text: 'tpp-instructions',
    next: { path: '/tpp-claimants', label: 'Next' },
  },
  {
    path: '/tpp-claimants',
    parent: '/file-claim',
    kind: 'form',
    title: 'Third-party payor claim form',
    description: 'File a third-party payor claim online.',
    form: tppV2.id,
    complete: '/tpp-complete',
    documents: {
      label: 'For your data, and to file by mail or from abroad:',
      of: ['tpp-filing-template', 'drug-codes', 'tpp-claim-form'],
    },
    messages: {
      late: `Claims were due by ${deadline}. ${lateOnForms}`,
      closed: `The deadline for third-party payor claims was ${deadline}. Claims can no longer be filed.`,
    },
  },
  {
    path: '/tpp-complete',
    parent: '/file-claim',
    kind: 'complete',
    title: 'Your third-party payor claim',
    description: 'The reference number of the claim that you filed.',
    referencePrefix: tppV2.referencePrefix,
    start: '/file-claim',
    messages: completeMessages,
  },
  {
    path: '/receipt',
    parent: '/file-claim',
    kind: 'receipt',
    title: 'Get your receipt',
    description: 'Get the receipt for a claim that you filed, with your reference number.',
  },
  {
    path: '/status',
    parent: '/file-claim',
    kind: 'status',
    title: 'Claim status',
    description: 'See where your claim is, which letters we sent, and answer if we need something from you.',
  },
  {
    path: '/log-out',
    parent: '/file-claim',
    kind: 'log-out',
    title: 'Log out',
    description: 'Log out, or remove everything about your claim from this computer.',
  },
] as const satisfies readonly Page[];
