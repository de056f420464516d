import { type Static, Type } from 'typebox';

/** Why a payment has its amount. */
export const paymentKinds = ['share', 'capped', 'floor', 'limits', 'below-minimum', 'reserved', 'zero'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** What a frozen allocation gives a claim. Amounts are dollars, such as 1250.50. */
export const ClaimPaymentSchema = Type.Object({
  allocation: Type.String({ description: 'The ID of the allocation' }),
  fund: Type.String({ description: 'The title of the fund' }),
  kind: Type.Enum([...paymentKinds]),
  amount: Type.String({ description: 'The payment. Of a reserved one, what is set aside' }),
  recognized: Type.String({ description: 'What the claim counts' }),
  isRange: Type.Boolean({ description: '`recognized` is the amount that the plan counts for the range of the claim' }),
  rate: Type.Union([Type.String(), Type.Null()], {
    description: 'Percent of the recognized amount that its pool pays, such as 41.27',
  }),
  minimum: Type.Union([Type.String(), Type.Null()], { description: 'Smaller payments are not made' }),
  frozenAt: Type.String({ format: 'date-time' }),
});
export type ClaimPayment = Static<typeof ClaimPaymentSchema>;
