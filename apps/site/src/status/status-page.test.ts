import type { StatusClaimView } from '@redress/contract/status-page';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { site } from '@redress/content/site';
import { statusPageData } from '../islands/island-data.ts';
import { pageOfKind } from '../routing/find-page.ts';
import { ClaimStatusPage } from './claim-status-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

test('asking for another emailed code keeps what was typed, too', () => {
  const data = statusPageData(site, pageOfKind(site, 'status', '/status'));
  const kept = { 'statement.dispute': 'I bought it.' };
  const view = { name: 'sign-in', typed: {}, missing: [], codeRequest: 'an-id', kept } as const;
  const html = renderToStaticMarkup(createElement(SignInPage, { ...data, view }));
  expect(html.match(/<form/g)).toHaveLength(2);
  expect(html.match(/name="statement.dispute" value="I bought it."/g)).toHaveLength(2);
});

const view: StatusClaimView = {
  name: 'claim',
  number: '1234567897',
  reference: '99999REF1234567897',
  settlement: 'Invented Settlement',
  formId: 'consumer',
  state: 'denied',
  steps: [],
  decision: { id: 'an-id', outcome: 'denied', amount: null, reasons: [], disputeBy: '2025-08-01', isPast: false },
  due: [],
  next: [],
  sent: [],
  letters: [],
  opensLetters: true,
  canDispute: true,
  withdraw: 'no',
  disputeFiles: [],
  maxFiles: 0,
  contact: { address: null, email: null, held: [{ lines: ['n•••'], day: '2025-07-04' }], holdDays: 3, fields: [] },
  notice: { name: 'contact-changed' },
  errors: {},
  typed: {},
};

test.each([
  ['/status', 'We saved your change.', 'We use it from July 4, 2025 on.', 'The last day to dispute is August 1, 2025.'],
  [
    '/es/status',
    'Guardamos su cambio.',
    'Lo usaremos desde el 4 de julio de 2025.',
    'El último día para pedir otra revisión es el 1 de agosto de 2025.',
  ],
])(
  '%s says from when a change is used, and how long a decision can be disputed, without opening a part',
  (path, saved, from, by) => {
    const data = statusPageData(site, pageOfKind(site, 'status', path));
    const html = renderToStaticMarkup(createElement(ClaimStatusPage, { ...data, view }));
    expect(html).toContain(`<p>${saved}</p><p>${from}</p>`);
    expect(html).toContain(`<p>${by}</p><details>`);
  },
);
