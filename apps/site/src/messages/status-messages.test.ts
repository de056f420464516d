import type { ClaimPayment } from '@redress/contract/claim-payment';
import { expect, test } from 'vitest';
import { statusMessages } from './status-messages.ts';

const share: ClaimPayment = {
  allocation: 'id',
  fund: 'The fund',
  kind: 'share',
  amount: '$1,506.36',
  recognized: '$3,650.00',
  isRange: false,
  rate: '41.27',
  minimum: '$5.00',
  frozenAt: '2026-03-02T15:00:00Z',
};
const ofRange: ClaimPayment = { ...share, recognized: '$300.00', isRange: true };

test.each<[payment: ClaimPayment, english: string, spanish: string]>([
  [
    share,
    'You will be paid $1,506.36. We recognized $3,650.00, and your pool pays 41.27% of it.',
    'Le pagaremos $1,506.36. Reconocimos $3,650.00, y su parte del fondo paga el 41.27% de esa cantidad.',
  ],
  [
    { ...share, amount: '$3,650.00', rate: '100.00' },
    'You will be paid $3,650.00. We recognized $3,650.00, and your pool pays all of it.',
    'Le pagaremos $3,650.00. Reconocimos $3,650.00, y su parte del fondo paga toda esa cantidad.',
  ],
  [
    { ...share, kind: 'below-minimum', amount: '$0.00', recognized: '$5.00' },
    'You will get no payment. We recognized $5.00, and your share is less than $5.00, the smallest payment.',
    'No recibirá ningún pago. Reconocimos $5.00, y lo que le toca es menos de $5.00, el pago más pequeño.',
  ],
  [
    { ...ofRange, amount: '$489.60', rate: '163.20' },
    'You will be paid $489.60. The plan counts $300.00 for your range, and your pool pays 163.20% of it.',
    'Le pagaremos $489.60. El plan cuenta $300.00 para su rango, y su parte del fondo paga el 163.20% de esa cantidad.',
  ],
  [
    { ...ofRange, kind: 'capped', amount: '$600.00', rate: null },
    'You will be paid $600.00. The plan counts $300.00 for your range, and this is the most that the plan allows for your claim.',
    'Le pagaremos $600.00. El plan cuenta $300.00 para su rango, y esto es lo máximo que el plan permite para su reclamo.',
  ],
])('a payment says how it came about: $kind of $recognized', (payment, english, spanish) => {
  expect(statusMessages.en.payment[payment.kind](payment)).toBe(english);
  expect(statusMessages.es.payment[payment.kind](payment)).toBe(spanish);
});

test('in Spanish, the buttons that sign in have the words of the letters that lead to them', () => {
  const { letter, email, ids } = statusMessages.es.signIn;
  for (const button of [letter.button, email.enter, ids.button]) expect(button).toMatch(/^Iniciar sesión/);
});
