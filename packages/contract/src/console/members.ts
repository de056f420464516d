import { type Static, Type } from 'typebox';
import { callTopics, maxNoteLength } from './claim-details.ts';
import { AddressLinesSchema, addressSources } from './mailing-address.ts';
import { moment, nullable, strictObject, versionHeaders } from './schema-parts.ts';

const addressDecisions = ['confirmed', 'declined'] as const;
export type AddressDecision = (typeof addressDecisions)[number];

export const memberPageRows = 50;
/** In characters, as in the file of class members. */
export const maxAddressLineLength = 200;
export const maxReasonLength = 2_000;

const noticeId = Type.String({ pattern: '^[0-9]{9}$' });

/** The browser's `/members` and the API have the same search parameters. */
export const MemberSearchSchema = strictObject({
  q: Type.Optional(Type.String({ maxLength: 500, description: 'A name, a Notice ID or a ZIP code' })),
  case: Type.Optional(Type.String({ maxLength: 100 })),
  state: Type.Optional(Type.String({ maxLength: 200 })),
  zip: Type.Optional(Type.String({ maxLength: 200 })),
  filed: Type.Optional(Type.Enum(['yes', 'no'])),
  after: Type.Optional(noticeId),
  before: Type.Optional(noticeId),
});
export type MemberSearch = Static<typeof MemberSearchSchema>;

const ListedMemberSchema = Type.Object({
  noticeId: Type.String(),
  caseId: Type.String(),
  name: Type.String(),
  address: AddressLinesSchema,
  claimNumber: Type.Optional(Type.String({ description: 'The newest claim under this Notice ID' })),
  addressWaits: Type.Boolean({ description: 'A requested address change has not been decided' }),
});
export type ListedMember = Static<typeof ListedMemberSchema>;

const MemberListSchema = Type.Object({
  members: Type.Array(ListedMemberSchema),
  next: Type.Optional(Type.String({ description: '`after` of the next page' })),
  previous: Type.Optional(Type.String({ description: '`before` of the previous page' })),
  isPartial: Type.Boolean({ description: 'There may be more: the look-up stopped to answer in time' }),
  total: Type.Optional(
    Type.Object(
      { count: Type.Integer(), isExact: Type.Boolean() },
      { description: 'All class members of these cases, as in reports. Absent with other filters' },
    ),
  ),
});
export type MemberList = Static<typeof MemberListSchema>;

const MemberStatesSchema = Type.Object({ states: Type.Array(Type.String()) });

const MemberAddressSchema = Type.Object({
  id: Type.String(),
  address: AddressLinesSchema,
  source: Type.Enum([...addressSources]),
  reason: Type.String(),
  enteredAt: moment(),
  askedBy: Type.Optional(
    Type.String({ description: 'The name of the person who asked without the permission to correct' }),
  ),
  askedByMe: Type.Boolean(),
  decision: Type.Optional(Type.Enum([...addressDecisions])),
  decidedBy: Type.Optional(Type.String()),
  decidedAt: Type.Optional(moment()),
  decisionReason: Type.Optional(Type.String()),
});
export type MemberAddress = Static<typeof MemberAddressSchema>;

const ClaimMailSchema = Type.Object(
  {
    email: nullable(Type.String(), 'Letters are sent there first'),
    address: nullable(Type.Array(Type.String()), 'The name, and the lines below it'),
    held: nullable(Type.Array(Type.String()), 'An address that the claimant entered, and that isn’t used yet'),
    isOwn: Type.Boolean({ description: 'The claim has an address. Otherwise, letters go to the class member’s' }),
    since: moment('When its address was filed, added, or last corrected'),
    version: Type.String({ description: 'Changes with the claim’s addresses, emails and corrections' }),
  },
  {
    description:
      'Where letters about the claim go. Absent for a withdrawn, void or purged claim, for its second reviewer, and without the permission `contact`',
  },
);

const MemberSchema = Type.Object({
  noticeId: Type.String(),
  caseId: Type.String(),
  name: Type.String(),
  importedAt: moment(),
  imported: AddressLinesSchema,
  current: AddressLinesSchema,
  currentId: Type.Optional(Type.String({ description: 'Without it, the imported address is current' })),
  addresses: Type.Array(MemberAddressSchema, { description: 'Newest first' }),
  version: Type.String({ description: 'For `If-Match`: changes with each address and decision' }),
  claims: Type.Array(
    Type.Object({
      number: Type.String(),
      formId: Type.String(),
      filedAt: moment(),
      late: Type.Boolean(),
      mail: Type.Optional(ClaimMailSchema),
    }),
    { description: 'Filed under this Notice ID, newest first, the first hundred' },
  ),
  idRequests: Type.Array(
    Type.Object({ id: Type.String(), requestedAt: moment(), answer: Type.String(), answeredAt: moment() }),
  ),
  notes: nullable(
    Type.Array(
      Type.Object({
        id: Type.String(),
        at: moment(),
        author: Type.String(),
        topic: nullable(Type.Enum([...callTopics]), 'The topic of a call. Null: a note'),
        text: Type.String(),
      }),
    ),
    'Notes and calls, newest first; null without the permission `notes`',
  ),
  mayCorrect: Type.Boolean(),
  mayAsk: Type.Boolean(),
});
export type Member = Static<typeof MemberSchema>;

const AddMemberNoteSchema = strictObject({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same note is not added twice' }),
  topic: nullable(Type.Enum([...callTopics]), 'The topic of a call. Null: a note, which needs a text'),
  text: Type.String({ maxLength: maxNoteLength }),
});
export type AddMemberNote = Static<typeof AddMemberNoteSchema>;

const MovedClaimSchema = strictObject({
  number: Type.String({ maxLength: 40 }),
  version: Type.String({ maxLength: 100, description: 'The `version` of its `mail`' }),
});
export type MovedClaim = Static<typeof MovedClaimSchema>;
const movedClaims = Type.Optional(
  Type.Array(MovedClaimSchema, {
    maxItems: 100,
    description: 'Claims that get the address, too, if it becomes current',
  }),
);

const line = Type.String({ maxLength: 10_000 });
const NewAddressSchema = strictObject({
  street: line,
  city: line,
  state: line,
  zip: line,
  abroad: Type.Optional(Type.Literal(true, { description: 'The address is outside the United States' })),
  source: Type.Enum([...addressSources]),
  reason: Type.String({ maxLength: 20_000 }),
  claims: movedClaims,
});
export type NewAddress = Static<typeof NewAddressSchema>;

const DecideAddressSchema = strictObject({
  decision: Type.Enum([...addressDecisions]),
  reason: Type.String({ maxLength: 20_000 }),
  claims: movedClaims,
});
export type DecideAddress = Static<typeof DecideAddressSchema>;

/** These address changes wait for a person with the permission `members`. */
const WaitingAddressesSchema = Type.Object({
  waiting: Type.Array(
    Type.Object({
      id: Type.String(),
      noticeId: Type.String(),
      name: Type.String(),
      address: AddressLinesSchema,
      askedBy: Type.String(),
      askedByMe: Type.Boolean(),
      enteredAt: moment(),
    }),
    { description: 'Oldest first, the first hundred' },
  ),
});
export type WaitingAddresses = Static<typeof WaitingAddressesSchema>;

export const membersApi = {
  'POST /members/search': {
    summary: 'Class members by name, Notice ID or ZIP code, case, state, and whether they have filed',
    body: MemberSearchSchema,
    response: { 200: MemberListSchema },
  },
  'GET /members/states': { summary: 'The states that class members live in', response: { 200: MemberStatesSchema } },
  'GET /members/waiting-addresses': {
    summary: 'Address changes that wait for a decision, which the person may make or has asked for',
    response: { 200: WaitingAddressesSchema },
  },
  'GET /members/:noticeId': {
    summary: 'A class member: addresses, claims, requests for lost IDs',
    response: { 200: MemberSchema },
  },
  'POST /members/:noticeId/notes': {
    summary: 'Add a note about a class member, or log a call',
    body: AddMemberNoteSchema,
    response: { 200: MemberSchema },
  },
  'POST /members/:noticeId/addresses': {
    summary: 'Correct an address, or ask for it',
    description:
      'With the permission `members` the address is current at once. Otherwise it waits until another person confirms it. `If-Match` is the `version` of the class member.',
    headers: versionHeaders,
    body: NewAddressSchema,
    response: { 200: MemberSchema },
  },
  'POST /members/:noticeId/addresses/:addressId/decision': {
    summary: 'Confirm or decline an address that another person asked for',
    headers: versionHeaders,
    body: DecideAddressSchema,
    response: { 200: MemberSchema },
  },
};
