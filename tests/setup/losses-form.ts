import type { Settlement } from '@redress/contract/settlement';
import { defineForm } from '@redress/forms/definition';
import { translateForm } from '@redress/forms/translate-form';

const required = { rule: 'required', message: 'This field is required' } as const;

/** The invented form for documented losses and lost time replaces the individual form. */
export const lossesForm = defineForm({
  id: 'individual',
  version: 1,
  title: 'INCIDENT CLAIM FORM',
  caseId: 'savings-club',
  resource: 'IndividualClaimants',
  referencePrefix: '11416REF',
  deadline: '2025-07-17',
  timeZone: 'America/New_York',
  afterDeadline: 'accept-late',
  login: 'none',
  maxBodyBytes: 100_000,
  sections: [
    {
      letter: 'A',
      title: 'About you',
      items: [
        { kind: 'text', name: 'name1', label: 'Your name', autocomplete: 'name', rules: [required] },
        { kind: 'zip', name: 'zip', label: 'ZIP code', autocomplete: 'postal-code', rules: [required] },
        {
          kind: 'date',
          name: 'noticed',
          label: 'Day you learned about the incident',
          rules: [
            required,
            { rule: 'atLeast', than: '2024-11-02', message: 'The incident began on November 2, 2024' },
            { rule: 'atMost', than: '2025-06-30', message: 'This day is after the end of the period' },
          ],
        },
      ],
    },
    {
      letter: 'B',
      title: 'Your losses',
      items: [
        {
          kind: 'rows',
          name: 'losses',
          label: 'Documented losses',
          rowLabel: 'Loss',
          atLeast: 0,
          atMost: { rows: 20, message: 'At most 20 losses' },
          of: [
            { kind: 'text', name: 'what', label: 'What it was', rules: [required] },
            { kind: 'date', name: 'day', label: 'Date', rules: [required] },
            {
              kind: 'money',
              name: 'amount',
              label: 'Amount in dollars',
              rules: [required, { rule: 'atLeast', than: 0.01, message: 'Enter more than $0' }],
            },
          ],
          total: {
            of: 'amount',
            label: 'Total of your losses',
            atMost: { than: 5_000, message: 'You can claim up to $5,000 in losses' },
          },
          rules: [],
        },
        {
          kind: 'hours',
          name: 'hours',
          label: 'Hours you spent',
          hint: 'Each hour counts $25.',
          rules: [{ rule: 'atMost', than: 7.5, message: 'You can claim up to 7.5 hours' }],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Receipts and statements',
          maxFiles: 5,
          maxBytes: 1_000_000,
          types: ['pdf'],
          due: [{ when: { field: 'losses', answered: true }, message: 'Losses need receipts' }],
        },
      ],
    },
  ],
});

const lossesFormEs = translateForm(
  lossesForm,
  'es',
  {
    title: 'FORMULARIO DE RECLAMO',
    sections: [
      {
        title: 'Sobre usted',
        items: {
          name1: { label: 'Su nombre' },
          zip: { label: 'Código postal' },
          noticed: { label: 'Día en que supo del incidente' },
        },
      },
      {
        title: 'Sus pérdidas',
        items: {
          losses: {
            label: 'Pérdidas documentadas',
            rowLabel: 'Pérdida',
            tooMany: 'Como máximo, 20 pérdidas',
            total: 'Total de sus pérdidas',
            cells: { what: { label: 'Qué fue' }, day: { label: 'Fecha' }, amount: { label: 'Cantidad en dólares' } },
          },
          hours: { label: 'Horas que dedicó', hint: 'Cada hora vale $25.' },
          files: { label: 'Recibos', due: ['Las pérdidas necesitan recibos'] },
        },
      },
    ],
  },
  {
    'This field is required': 'Este campo es obligatorio',
    'The incident began on November 2, 2024': 'El incidente comenzó el 2 de noviembre de 2024',
    'This day is after the end of the period': 'Este día es posterior al período',
    'Enter more than $0': 'Escriba más de $0',
    'You can claim up to $5,000 in losses': 'Puede reclamar hasta $5,000 en pérdidas',
    'You can claim up to 7.5 hours': 'Puede reclamar hasta 7.5 horas',
  },
);

/** A claimant types these answers. */
export const lossesAnswers = {
  name1: 'Robin Vale',
  zip: '85001',
  noticed: '3/4/2025',
  losses: [
    { what: 'Credit monitoring', day: '03/14/2025', amount: '119.99' },
    { what: 'New locks', day: '2025-04-01', amount: '880.5' },
  ],
  hours: '2:30',
} as const;

/** The test form allows at most $600 for losses, and 5 hours at $25.01. */
const lossesRule = {
  rule: 'losses',
  pool: 'incident',
  losses: { rows: 'losses', amount: 'amount', atMost: 600 },
  hours: { field: 'hours', rate: 25.01, atMost: 5 },
} as const;

/** Replaces the individual form of a settlement with this one. */
export function withLosses({ translations, review, claimForms, funds, ...given }: Settlement): Settlement {
  const spanish = translations?.es;
  return {
    ...given,
    // The pool of the rule belongs to no fund of the demonstration.
    funds: funds.filter(({ caseId }) => caseId !== lossesForm.caseId),
    claimForms: [...claimForms.filter(({ id }) => id !== lossesForm.id), lossesForm],
    review: { ...review, recognized: { ...review.recognized, [lossesForm.id]: lossesRule } },
    ...(spanish && {
      translations: {
        es: { ...spanish, claimForms: [...spanish.claimForms.filter(({ id }) => id !== lossesForm.id), lossesFormEs] },
      },
    }),
  };
}
