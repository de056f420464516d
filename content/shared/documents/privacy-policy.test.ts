import type { Settlement } from '@redress/contract/settlement';
import type { ClaimForm, Item } from '@redress/forms/definition';
import { claimForm } from '@redress/contract/fixtures/sample-settlement';
import { describe, expect, test } from 'vitest';
import { settlement as demonstration } from '../../demonstration/settlement.ts';
import { findMissingPassages } from './privacy-passages.ts';
import { privacyPolicyInSpanish } from './privacy-policy.es.ts';
import { privacyPolicy } from './privacy-policy.ts';

const text = { kind: 'text', name: 'name1', label: 'Name', rules: [] } as const satisfies Item;
const form = (items: readonly Item[], more: Partial<ClaimForm> = {}): ClaimForm =>
  claimForm({ id: 'example', caseId: 'example', sections: [{ title: 'You', items }], ...more });
const settlementWith = (claimForm: ClaimForm, more: Partial<Settlement> = {}): Settlement => ({
  site: demonstration.site,
  review: demonstration.review,
  mailRules: demonstration.mailRules,
  letters: demonstration.letters,
  funds: [],
  claimForms: [claimForm],
  receipts: {},
  lists: {},
  retention: { example: { from: claimForm.deadline, years: 5 } },
  ...more,
});
const documents = {
  kind: 'documents',
  name: 'documents',
  label: 'Documents',
  maxFiles: 5,
  maxBytes: 1_000,
  types: ['pdf'],
} as const satisfies Item;
const email = { kind: 'email', name: 'email', label: 'Email', rules: [] } as const satisfies Item;
const smallest = settlementWith(form([text]));

/**
 * Each feature alone, with English and Spanish patterns that match only policies with this feature.
 */
const features: readonly [string, Settlement, RegExp, RegExp][] = [
  [
    'a login',
    settlementWith(form([text], { login: 'required' }), { login: form([text]) }),
    /redress-login|Notice ID|Unique ID|log in|login/,
    /redress-login|Notice ID|Unique ID|iniciar sesión|inicio de sesión/,
  ],
  [
    'an offer of the mailed address',
    settlementWith(form([text], { login: 'required' }), { login: form([text]), offersMailedAddress: true }),
    /masked name and address|most characters hidden/,
    /nombre y dirección con|la mayor parte oculta/,
  ],
  [
    'a question for the Notice ID',
    settlementWith(form([text, { kind: 'code', name: 'noticeId', label: 'Notice ID', rules: [] }])),
    /second claim with the same Notice ID|phone number and notice|Notice IDs are kept/,
    /segundo reclamo con el mismo Notice ID|teléfono y aviso|los Notice ID se guardan/,
  ],
  [
    'late claims',
    settlementWith(form([text], { afterDeadline: 'accept-late' })),
    /If you filed after the deadline/,
    /Si usted reclamó después/,
  ],
  [
    'documents',
    settlementWith(form([text, documents])),
    /Documents (that|on|are)|your documents|24 hours|after a week/,
    /documentos que|en camino|sus documentos|24 horas|una semana/,
  ],
  [
    'tax IDs',
    settlementWith(form([text, { kind: 'taxId', name: 'tin', label: 'Tax ID', rules: [] }])),
    /tax IDs?\b/i,
    /identificación fiscal/,
  ],
  [
    'an email address',
    settlementWith(form([text, email])),
    /send you a receipt|receipts that were sent/,
    /enviamos un recibo|recibos enviados/,
  ],
  [
    'a captcha',
    settlementWith(form([text, { kind: 'captcha', name: 'captcha', label: 'Not a robot', rules: [] }])),
    /small task/,
    /tarea pequeña/,
  ],
  [
    'lost IDs',
    settlementWith(form([text]), { idRequest: { ...form([text]), caseId: 'example' } }),
    /lost IDs|lost notice/,
    /números perdidos|aviso perdido/,
  ],
];
const facts = { administrator: 'the administrator', mailingAddress: ['P.O. Box 1'], asksFor: 'what you lost' };
const write = { en: privacyPolicy, es: privacyPolicyInSpanish };

describe.each(['en', 'es'] as const)('the privacy policy in "%s"', (language) => {
  const all: readonly (readonly [string, Settlement])[] = [
    ['no feature', smallest],
    ...features.map(([name, of]) => [name, of] as const),
  ];
  test.each(all)('of a settlement with %s says all it must', (_, of) => {
    const policy = write[language](of, facts);
    expect(findMissingPassages(of, language, policy)).toEqual([]);
    expect(policy).not.toMatch(/\bfalse\b|undefined|\n{3}| {2}| ,/);
  });

  test.each(features)('speaks of %s only where the settlement has it', (_, of, english, spanish) => {
    const words = { en: english, es: spanish }[language];
    expect(write[language](of, facts)).toMatch(words);
    expect(write[language](smallest, facts)).not.toMatch(words);
  });

  test('names the years of every case', () => {
    const [one, other] = [form([text]), form([text], { id: 'other', caseId: 'other' })];
    const retention = { example: { from: one.deadline, years: 7 }, other: { from: one.deadline, years: 5 } };
    expect(write[language](settlementWith(one, { claimForms: [one, other], retention }), facts)).toMatch(
      { en: /claim for 5 or 7 years/, es: /reclamo durante 5 o 7 años/ }[language],
    );
  });
});

test('each passage that a settlement’s own policy lacks is named, with its reason and its sentences', () => {
  const of = settlementWith(form([text], { login: 'required' }), { login: form([text]) });
  const policy = privacyPolicy(of, facts);
  const without = (words: string) => findMissingPassages(of, 'en', policy.replace(words, ''));
  expect(without('redress-login')).toEqual([
    'it does not say how long the cookie redress-login lasts (a form requires a login); write, for example: **Cookie redress-login**, until two hours after your last use: your Notice ID and your masked name, so that you stay logged in.',
  ]);
  expect(without('for 5 years after')).toEqual([
    'it does not say that claims are kept for 5 years (every website needs it); write, for example: We keep your claim for 5 years after the claim deadline.',
  ]);
  expect(findMissingPassages(of, 'es', 'Nada.').length).toBeGreaterThan(20);
});
