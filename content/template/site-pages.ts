// Every page in English, in the order of the navigation. The text of a page is in pages/<text>.mdx.
// Change titles and descriptions here; docs/pages.md explains the kinds of pages.
import type { Page } from '@redress/contract/settlement';
import { longDate } from '../shared/formats.ts';
import { facts } from './facts.ts';
// <consumer>
import { consumerV1 } from './forms/consumer.v1.ts';
// </consumer>
// <data-incident>
import { dataIncidentV1 } from './forms/data-incident.v1.ts';
// </data-incident>
// <individual>
import { individualV1 } from './forms/individual.v1.ts';
// </individual>
// <login>
import { lostIdsV1 } from './forms/lost-ids.v1.ts';
// </login>
// <payor>
import { payorV1 } from './forms/payor.v1.ts';
// </payor>
import { relief } from './receipts.ts';

const messages = {
  closed: `The deadline for claims was ${longDate(facts.deadline)}. Claims can no longer be filed.`,
} as const;

export const pages = [
  {
    path: '/',
    kind: 'text',
    title: 'Home',
    description: `The settlement with ${facts.defendant}: who is included, what you can get, by when, and how to claim.`,
    navigation: 'Home',
    text: 'home',
  },
  {
    path: '/file-claim',
    kind: 'text',
    title: 'File a Claim',
    description: 'Who may claim, what you need, how to file online or by mail, and the last day.',
    navigation: 'File a Claim',
    footer: 'File a claim',
    text: 'file-claim',
  },
  {
    path: '/important-dates',
    kind: 'text',
    title: 'Important Dates',
    description: 'The last days to claim, to exclude yourself and to object, and the day of the hearing.',
    navigation: 'Dates',
    text: 'important-dates',
  },
  {
    path: '/questions',
    kind: 'text',
    title: 'Questions and Answers',
    description: 'Short answers: am I included, what can I get, how do I claim, and what are my choices?',
    navigation: 'Questions',
    footer: 'Questions and answers',
    text: 'questions',
  },
  {
    path: '/court-documents',
    kind: 'text',
    title: 'Court Documents',
    description: 'The court, the case number, and the papers of this case.',
    navigation: 'Court Documents',
    text: 'court-documents',
  },
  {
    path: '/contact',
    kind: 'text',
    title: 'Contact',
    description: 'How to reach the settlement administrator by phone, email and mail.',
    navigation: 'Contact',
    footer: 'Contact us',
    text: 'contact',
  },
  {
    path: '/accessibility',
    parent: '/contact',
    kind: 'text',
    title: 'Accessibility',
    description: 'How this website works for people with disabilities, and how to get help with your claim.',
    footer: 'Accessibility',
    text: 'accessibility',
  },
  // <login>
  {
    path: '/login',
    parent: '/file-claim',
    kind: 'login',
    title: 'Consumer claim: log in',
    description: 'Log in with the Notice ID and Unique ID on your notice to file a consumer claim.',
    form: 'login',
    next: '/consumer-claim',
    referencePrefix: facts.prefix,
    messages: {
      note: 'Your Notice ID and Unique ID are printed on the notice that we sent you by mail or email. Look for them above your name.',
      button: 'Log in',
      without: { text: 'No Notice ID and Unique ID? {link}.', link: 'File by mail', href: '/file-claim#by-mail' },
      notFound: { title: 'We found no match', text: 'Please check both IDs and try again.' },
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
        request: { text: 'Lost your notice? {link}', link: 'Ask us to send you your IDs', href: '/lost-ids' },
        call: { text: 'Call us toll-free at {link}.', link: facts.phone, href: `tel:+${facts.phone}` },
        mail: { text: '{link}. You don’t need IDs for that.', link: 'File by mail', href: '/file-claim#by-mail' },
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
  // </login>
  // <consumer>
  {
    path: '/consumer-claim',
    parent: '/file-claim',
    kind: 'form',
    title: 'Consumer claim form',
    description: 'File a consumer claim online.',
    form: consumerV1.id,
    login: '/login',
    complete: '/claim-filed',
    documents: {
      label: 'By mail or from abroad:',
      of: ['consumer-claim-form'],
    },
    messages,
  },
  // </consumer>
  // <individual>
  {
    path: '/individual-claim',
    parent: '/file-claim',
    kind: 'form',
    title: 'Individual claim form',
    description: 'File an individual claim online.',
    form: individualV1.id,
    complete: '/claim-filed',
    documents: {
      label: 'By mail or from abroad:',
      of: ['individual-claim-form'],
    },
    messages,
  },
  // </individual>
  // <payor>
  {
    path: '/payor-claim',
    parent: '/file-claim',
    kind: 'form',
    title: 'Third-party payor claim form',
    description: 'File a third-party payor claim online.',
    form: payorV1.id,
    complete: '/claim-filed',
    documents: {
      label: 'For your data, and to file by mail or from abroad:',
      of: ['payor-filing-template', 'payor-claim-form'],
    },
    messages,
  },
  // </payor>
  // <data-incident>
  {
    path: '/data-incident-claim',
    parent: '/file-claim',
    kind: 'form',
    title: 'Data incident claim form',
    description: 'File a claim for losses and lost time online.',
    form: dataIncidentV1.id,
    complete: '/claim-filed',
    documents: {
      label: 'By mail or from abroad:',
      of: ['data-incident-claim-form'],
    },
    messages,
  },
  // </data-incident>
  {
    path: '/claim-filed',
    parent: '/file-claim',
    kind: 'complete',
    title: 'Your claim',
    description: 'The reference number of the claim that you filed.',
    referencePrefix: facts.prefix,
    start: '/file-claim',
    messages: {
      heading: 'Thank you. We have your claim.',
      printHint: 'Please print this page for your records. You need the reference number if you call or write to us.',
      receipt: 'Download your receipt (PDF)',
      payment: relief,
      exit: 'Back to the home page',
    },
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
    footer: 'Claim status',
  },
  {
    path: '/log-out',
    parent: '/file-claim',
    kind: 'log-out',
    title: 'Shared computer',
    description: 'How to leave nothing about you and your claim on a computer that other people use.',
  },
] as const satisfies readonly Page[];
