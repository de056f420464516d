import { type Static, Type } from 'typebox';
import { claimStatuses } from './claim-list.ts';
import { claimFlags } from './review.ts';
import { nullable, strictObject } from './schema-parts.ts';

export const maxSearchLength = 200;

const NewSearchSchema = strictObject({ q: Type.String({ description: 'As typed; no order, no notation' }) });

export const flags = [...claimFlags, 'no-script'] as const;
export type Flag = (typeof flags)[number];

/** The facts of a claim or class member in which the search words were found. */
export const matches = [
  'number',
  'notice-id',
  'letter-id',
  'tax-id',
  'tax-id-end',
  'phone',
  'email',
  'zip',
  'name',
  'other-name',
  'similar-name',
] as const;
export type Match = (typeof matches)[number];

const MatchesSchema = Type.Array(Type.Enum([...matches]), {
  description:
    'Why it was found. `tax-id-end`: the last four digits; `other-name`: another person on the claim; `similar-name`: spelled differently',
});

const FoundClaimSchema = Type.Object({
  number: Type.String(),
  formId: Type.String(),
  caseId: Type.String(),
  name: Type.String({ description: 'Empty if the claim was purged' }),
  zip: Type.String(),
  state: Type.String(),
  filedDay: Type.String({ description: 'YYYY-MM-DD, in the time zone of the court' }),
  status: Type.Enum([...claimStatuses]),
  flags: Type.Array(Type.Enum([...flags])),
  foundBy: MatchesSchema,
});
export type FoundClaim = Static<typeof FoundClaimSchema>;

const FoundMemberSchema = Type.Object({
  noticeId: Type.String(),
  caseId: Type.String(),
  name: Type.String(),
  city: Type.String(),
  state: Type.String(),
  zip: Type.String(),
  hasFiled: Type.Boolean(),
  foundBy: MatchesSchema,
});
export type FoundMember = Static<typeof FoundMemberSchema>;

const SearchAnswerSchema = Type.Object({
  claims: Type.Array(FoundClaimSchema),
  members: Type.Array(FoundMemberSchema, {
    description: 'Class members who have not filed, and any whose Notice ID was searched',
  }),
  hasMoreClaims: Type.Boolean(),
  hasMoreMembers: Type.Boolean(),
  hint: Type.Union([Type.Literal('too-short'), Type.Literal('add-zip'), Type.Literal('add-name'), Type.Null()], {
    description: 'How to change words that are too short or match too much',
  }),
  isPartial: Type.Boolean({ description: 'A look-up took too long: there may be more' }),
  behind: Type.Union([Type.Null(), Type.Object({ since: nullable(Type.String()) })], {
    description:
      'Claims filed since then cannot be found by name yet; without a time, older claims are still being prepared',
  }),
});
export type SearchAnswer = Static<typeof SearchAnswerSchema>;

export const searchApi = {
  'POST /search': {
    summary: 'Search claims and class members',
    description:
      'By name, phone number, email address, claim or reference number, Notice ID, letter ID, tax ID or its last four digits, and ZIP code. Several words must all match.',
    body: NewSearchSchema,
    response: { 200: SearchAnswerSchema },
  },
};
