import { type Static, Type } from 'typebox';
import { courtDay, dollars, file, moment, noContent, nullable, strictObject } from './schema-parts.ts';

/**
 * The accounts of a fund. Migration 0033 has the same list. Debits are positive, so what the fund
 * received and owes is negative. The journal has the same names.
 */
export const ledgerAccounts = {
  'assets:provider-float': 'With the payout provider',
  'assets:overpaid': 'Overpaid',
  'assets:bank-differences': 'Bank differences',
  'liabilities:reserve': 'Reserve',
  'liabilities:payable': 'Payable to claimants',
  'liabilities:outstanding:checks': 'Outstanding checks',
  'liabilities:outstanding:ach': 'Outstanding ACH',
  'liabilities:outstanding:digital': 'Outstanding digital payments',
  'liabilities:tax-withheld': 'Tax withheld',
  'income:contributions': 'Contributions',
  'income:interest': 'Interest',
  'expenses:fees': 'Attorneys’ fees',
  'expenses:expenses': 'Litigation expenses',
  'expenses:service-awards': 'Service awards',
  'expenses:administration': 'Administration',
  'expenses:taxes': 'Taxes',
  'equity:residual': 'Residual',
} as const;
/** Cash has an account for each bank account, whose name follows. */
export const cashPrefix = 'assets:cash:';
export type LedgerAccount = keyof typeof ledgerAccounts | `${typeof cashPrefix}${string}`;

/** What a court orders to be paid or set aside. */
export const orderKinds = ['fees', 'expenses', 'service-awards', 'administration', 'taxes', 'reserve'] as const;
export const entryKinds = ['contribution', 'interest', ...orderKinds] as const;
export type EntryKind = (typeof entryKinds)[number];
/** The account of each kind, besides cash. */
export const accountOfKind: Readonly<Record<EntryKind, keyof typeof ledgerAccounts>> = {
  contribution: 'income:contributions',
  interest: 'income:interest',
  fees: 'expenses:fees',
  expenses: 'expenses:expenses',
  'service-awards': 'expenses:service-awards',
  administration: 'expenses:administration',
  taxes: 'expenses:taxes',
  reserve: 'liabilities:reserve',
};
export const entryLabels: Readonly<Record<EntryKind | 'reversal', string>> = {
  contribution: 'Contribution',
  interest: 'Interest',
  fees: ledgerAccounts[accountOfKind.fees],
  expenses: ledgerAccounts[accountOfKind.expenses],
  'service-awards': ledgerAccounts[accountOfKind['service-awards']],
  administration: ledgerAccounts[accountOfKind.administration],
  taxes: ledgerAccounts[accountOfKind.taxes],
  reserve: ledgerAccounts[accountOfKind.reserve],
  reversal: 'Reversal',
};
export const isOrderKind = (kind: string): boolean => orderKinds.some((each) => each === kind);

export const maxOrderBytes = 25 * 1024 ** 2;
export const maxDocketLength = 100;
const maxReasonLength = 1_000;
/** The newest transactions that a fund's page lists. The journal has all. */
export const maxListedTransactions = 200;

const signedDollars = Type.String({ description: 'Dollars, such as -1250.50' });
const FundSchema = Type.Object({
  id: Type.String(),
  caseId: Type.String(),
  title: Type.String(),
  amount: Type.String({ description: 'The settlement’s amount' }),
  received: signedDollars,
  net: signedDollars,
  waiting: Type.Integer({ description: 'Entries that wait for a second person' }),
});
export type ListedFund = Static<typeof FundSchema>;

const OrderSchema = Type.Object({
  id: Type.String(),
  docket: Type.String(),
  orderedOn: Type.String(),
  name: Type.String({ description: 'The name of the file' }),
  sha256: Type.String(),
});
const entry = {
  id: Type.String(),
  kind: Type.String(),
  effectiveOn: Type.String(),
  amount: Type.String(),
  order: nullable(OrderSchema),
  reverses: nullable(Type.String(), 'The ID of another transaction'),
  reason: Type.String(),
  enteredBy: nullable(Type.String(), 'A name'),
};
const TransactionSchema = Type.Object({
  ...entry,
  isReversed: Type.Boolean(),
  approvedBy: nullable(Type.String()),
  postedAt: moment(),
  lines: Type.Array(Type.Object({ account: Type.String(), amount: signedDollars })),
});
export type LedgerTransaction = Static<typeof TransactionSchema>;
const RequestedEntrySchema = Type.Object({
  ...entry,
  askedAt: moment(),
  decision: nullable(Type.Enum(['declined', 'withdrawn']), 'Null: it waits'),
  decidedBy: nullable(Type.String()),
  decisionReason: Type.String(),
});
export type RequestedEntry = Static<typeof RequestedEntrySchema>;

const FundPageSchema = Type.Object({
  ...FundSchema.properties,
  feeAtMost: Type.String({ description: 'The largest sum of fees, in dollars' }),
  asOf: courtDay,
  lines: Type.Array(Type.Object({ kind: Type.Enum([...entryKinds]), amount: signedDollars }), {
    description: 'What came in, and what was ordered, by kind; the net fund is the difference',
  }),
  cash: signedDollars,
  allocated: Type.String({ description: 'What frozen allocations owe to claimants' }),
  unallocated: signedDollars,
  banks: Type.Array(Type.String(), { description: 'Its bank accounts, also those of entries that wait' }),
  accounts: Type.Array(Type.Object({ account: Type.String(), amount: signedDollars }), {
    description: 'The trial balance: accounts with entries. Debits are positive',
  }),
  debits: Type.String({ description: 'The sum of all debit balances. It equals `credits`' }),
  credits: Type.String(),
  transactions: Type.Array(TransactionSchema, { description: 'Newest first' }),
  transactionCount: Type.Integer(),
  requested: Type.Array(RequestedEntrySchema, { description: 'Waiting, and the latest that were not approved' }),
});
export type FundPage = Static<typeof FundPageSchema>;

const requested = {
  id: Type.String({ format: 'uuid', description: 'Of the new transaction. A repeated request changes nothing' }),
  effectiveOn: courtDay,
  reason: Type.String({ maxLength: maxReasonLength }),
};
const NewEntrySchema = strictObject({
  ...requested,
  kind: Type.Enum([...entryKinds]),
  amount: dollars,
  bank: Type.String({ pattern: '^[a-z0-9-]{1,40}$', description: 'The bank account' }),
  opensAccount: Type.Optional(Type.Boolean({ description: 'The fund does not have this bank account yet' })),
  order: Type.Optional(
    strictObject({
      id: Type.String({ format: 'uuid', description: 'Of the uploaded order' }),
      docket: Type.String({ minLength: 1, maxLength: maxDocketLength }),
      orderedOn: courtDay,
    }),
  ),
});
export type NewEntry = Static<typeof NewEntrySchema>;
const ReversalSchema = strictObject(requested);
export type NewReversal = Static<typeof ReversalSchema>;

export const fundsApi = {
  'GET /funds': { summary: 'The funds', response: { 200: Type.Object({ funds: Type.Array(FundSchema) }) } },
  'GET /funds/:id': {
    summary: 'A fund: what came in, what was ordered, what is left, and its ledger',
    querystring: Type.Object({ asOf: Type.Optional(courtDay) }),
    response: { 200: FundPageSchema },
  },
  'GET /funds/:id/journal': {
    summary: 'The ledger as an hledger journal, for auditors',
    response: { 200: Type.String() },
  },
  'POST /funds/:id/orders': {
    summary: 'Upload a court order, a PDF. The same file again gives the same ID',
    response: { 200: Type.Object({ id: Type.String() }) },
  },
  'GET /funds/:id/orders/:order': {
    summary: 'Download a court order',
    response: { 200: file('The PDF', 'application/pdf') },
  },
  'POST /funds/:id/entries': {
    summary: 'Request a ledger entry, which a second person must approve',
    body: NewEntrySchema,
    response: noContent,
  },
  'POST /funds/:id/transactions/:transaction/reversal': {
    summary: 'Request the reversal of a transaction, which a second person must approve',
    body: ReversalSchema,
    response: noContent,
  },
};
