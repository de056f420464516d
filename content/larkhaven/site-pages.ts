// Every page in English, in the order of the navigation. The text of a page is in pages/<text>.mdx.
// You change titles and descriptions here; docs/pages.md explains the kinds of pages.
import type { Page } from '@redress/contract/settlement';
import { longDate } from '../shared/formats.ts';
import { facts } from './facts.ts';
import { dataIncidentV1 } from './forms/data-incident.v1.ts';
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
  {
    path: '/data-incident-claim',
    parent: '/file-claim',
    kind: 'form',
    title: 'Data incident claim form',
    description: 'File a claim for losses and lost time online.',
    form: dataIncidentV1.id,
    complete: '/claim-filed',
    documents: { label: 'To file by mail instead:', of: ['data-incident-claim-form'] },
    messages,
  },
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
    path: '/log-out',
    parent: '/file-claim',
    kind: 'log-out',
    title: 'Shared computer',
    description: 'How to leave nothing about you and your claim on a computer that other people use.',
  },
] as const satisfies readonly Page[];
