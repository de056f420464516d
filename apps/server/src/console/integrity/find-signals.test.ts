import { individualV1 } from '@redress/content/forms/individual.v1';
import { expect, test } from 'vitest';
import { type Block, summarizeBlock } from './block-summary.ts';
import type { KeyKind } from './blocking-keys.ts';
import { featuresOf, type Observations } from './claim-features.ts';
import type { Comparison } from './compare-claims.ts';
import { findSignals, type Partner, type SignalContext } from './find-signals.ts';
import { parsePersonName } from './parse-name.ts';

const answers = {
  name1: 'Ana Smith',
  street1: '12 Larkmoor Lane',
  city: 'Phoenix',
  state: 'Arizona',
  zip: '85001',
  email: 'ana.smith9@wrenfield.example',
};

function claimOf(more: Readonly<Record<string, string>> = {}, observations: Observations = {}) {
  return featuresOf(
    individualV1,
    { ...answers, ...more },
    {
      id: '1',
      number: '0000000001',
      filedAt: new Date('2025-03-01T12:00:00Z'),
      withoutScript: false,
      hiddenFieldFilled: false,
      taxIds: [],
      documents: [],
      observations,
    },
  );
}

interface Sharing {
  readonly region: number;
  /** Seconds, or a number of a mailbox. */
  readonly extra: number;
}
/** A block of the claim with others, each with its own name. */
function blockOf(kind: KeyKind, sharing: readonly Sharing[]): Block {
  const members = sharing.map((each, index) => ({ claimId: String(index + 1), surname: index, given: index, ...each }));
  return { kind, key: kind, claims: members.length, members, summary: summarizeBlock(kind, members) };
}

function signalsOf(blocks: readonly Block[], claim = claimOf(), more: Partial<SignalContext> = {}): string[] {
  const usual = { inHour: 1, perHour: 1, patternShare: 0, others: 0 };
  const context = { claim, blocks, partners: [], clusterSize: 1, linkKinds: 0, usual, fraudulentContacts: 0 };
  return findSignals({ ...context, sentProof: false, ...more }).map(({ signal, level }) => `${signal}/${level}`);
}

const day = 24 * 60 * 60;
const inRegions = (regions: readonly number[], apart: number) =>
  regions.map((region, index) => ({ region, extra: index * apart }));

test('a domain in many regions says more when its claims come together, and nothing in one town', () => {
  const country = [0, 1, 3, 5, 7, 8, 9];
  expect(signalsOf([blockOf('domain', inRegions(country, day))])).toContain('scattered/regions');
  expect(signalsOf([blockOf('domain', inRegions(country, 60))])).toContain('scattered/together');
  const town = blockOf('domain', inRegions([8, 8, 8, 8, 8, 8, 9], 60));
  expect(signalsOf([town]).filter((each) => each.startsWith('scattered'))).toEqual([]);
  // Six are a household, some of which have moved out.
  const family = blockOf('phone', inRegions(country.slice(1), 60));
  expect(signalsOf([family]).filter((each) => each.startsWith('scattered'))).toEqual([]);
});

test('strangers on one network who file in the same seconds are not even', () => {
  const network = (apart: number) =>
    signalsOf([
      blockOf(
        'network',
        inRegions(
          Array.from({ length: 12 }, () => 8),
          apart,
        ),
      ),
    ]);
  for (const apart of [3, 30]) expect(network(apart)).toContain('regular-times/even');
  // On the last evening, a carrier's one address files several claims each second.
  for (const apart of [0, 1, 2]) expect(network(apart)).not.toContain('regular-times/even');
});

test('whoever names a representative may share the contact of somebody far away', () => {
  const block = blockOf('browser', inRegions([0, 1, 3, 5, 7, 8, 9], day));
  expect(signalsOf([block], claimOf({ name2: 'Legal Aid' }))).not.toContain('scattered/regions');
});

test('counted mailboxes are those whose number is part of the run', () => {
  const counted = (numbers: readonly number[]) =>
    blockOf(
      'mailbox-run',
      numbers.map((extra) => ({ region: 8, extra })),
    );
  expect(signalsOf([counted([4, 5, 6, 7, 8, 9, 10, 11])])).toContain('mailbox-run/rising');
  expect(signalsOf([counted([9, 21, 22, 23, 24, 25, 26, 27, 28])])).not.toContain('mailbox-run/rising');
  expect(signalsOf([counted([5, 6, 7, 8, 9, 10, 11])])).not.toContain('mailbox-run/rising');
});

test('seven claims of one last name are too many for a household, unless the house is large', () => {
  const family = (claims: number) =>
    blockOf(
      'family',
      inRegions(
        Array.from({ length: claims }, () => 8),
        day,
      ),
    );
  expect(signalsOf([family(6)])).not.toContain('one-family/seven');
  expect(signalsOf([family(7)])).toContain('one-family/seven');
  expect(signalsOf([family(8)])).toContain('one-family/eight');
  const house = blockOf(
    'building',
    Array.from({ length: 17 }, (_, unit) => ({ region: 8, extra: unit })),
  );
  expect(signalsOf([family(8), house])).not.toContain('one-family/eight');
});

/** An earlier claim, as strongly like this one as makes a signal. */
function partnerOf(index: number, comparison: Partial<Comparison>): Partner {
  const levels = { given: 'different', surname: 'similar', address: 'same' } as const;
  const nothingElse = { samePhone: false, sameMailbox: false, givenInMailbox: false, decibans: -30 };
  return {
    claimId: `1${index}`,
    number: `100000000${index}`,
    isEarlier: true,
    loggedIn: false,
    name: parsePersonName(`Person${index} Smtih`),
    shared: new Set(),
    comparison: { ...levels, ...nothingElse, ...comparison },
  };
}

test('relatives whose last name is misspelled count in a family, those of another house do not', () => {
  const relatives = (comparison: Partial<Comparison>) => ({
    partners: Array.from({ length: 7 }, (_, index) => partnerOf(index, comparison)),
  });
  expect(signalsOf([], claimOf(), relatives({}))).toContain('one-family/eight');
  expect(signalsOf([], claimOf(), relatives({ address: 'slip' }))).toContain('one-family/eight');
  expect(signalsOf([], claimOf(), relatives({ address: 'other-unit' }))).toEqual([]);
  expect(signalsOf([], claimOf(), relatives({ surname: 'different' }))).toEqual([]);
});

test('the evidence of one person says what agrees exactly, and what only nearly', () => {
  const signalOf = (comparison: Partial<Comparison>) =>
    signalsOf([], claimOf(), { partners: [partnerOf(1, { decibans: 9, ...comparison })] });
  expect(signalOf({ given: 'same' })).toEqual(['same-person/address']);
  expect(signalOf({ given: 'same', address: 'slip' })).toEqual(['same-person/slip']);
  expect(signalOf({ given: 'initial', givenInMailbox: true })).toEqual(['same-person/mailbox']);
  expect(signalOf({ given: 'same', address: 'zip', samePhone: true })).toEqual(['same-person/contact']);
});

test('fields that are typed faster than people type are told, unless a draft had them', () => {
  const fields = { typed: 9, pasted: 0, filled: 0, other: 0, draftRestored: false };
  expect(signalsOf([], claimOf({}, { ...fields, visibleSeconds: 3 }))).toContain('filling/too-fast');
  expect(signalsOf([], claimOf({}, { ...fields, visibleSeconds: 13 }))).toContain('filling/hurried');
  expect(signalsOf([], claimOf({}, { ...fields, visibleSeconds: 14 }))).toEqual([]);
  expect(signalsOf([], claimOf({}, { ...fields, draftRestored: true, visibleSeconds: 3 }))).toEqual([]);
  // Autofill completes many fields at once.
  expect(signalsOf([], claimOf({}, { ...fields, typed: 3, filled: 6, visibleSeconds: 4 }))).toEqual([]);
});
