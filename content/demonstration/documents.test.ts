import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedDocument } from '@redress/contract/published-documents';
import { describe, expect, test } from 'vitest';
import { documents } from './documents.ts';
import { computeExample } from './documents/allocation-example.ts';
import { earlierSettlement, newerSettlement } from './documents/brand-drug-settlements.ts';
import { courtDocuments } from './documents/court-documents.ts';
import { englishNotices } from './documents/notices-en.ts';
import { policies } from './documents/policies.ts';
import { agreementParagraphs } from './documents/settlement-agreement.ts';
import { facts } from './facts.ts';
import { listed } from '../shared/formats.ts';

const proseDocuments = [...englishNotices, ...courtDocuments, ...policies];
const ids = proseDocuments.map(({ id }) => id);

function find(id: string): PublishedDocument {
  const found = documents.find((document) => document.id === id);
  if (!found) throw new Error(`There is no document ${id}`);
  return found;
}
function prose(id: string) {
  const { source } = find(id);
  if (source.kind !== 'prose') throw new Error(`${id} is no prose`);
  return source;
}
const markdown = (id: string) => prose(id).markdown;
const headings = (id: string) => [...markdown(id).matchAll(/^#{2,3} .+$/gm)].map(([line]) => line);
/** The visible text, without markup: one line per paragraph, heading, item and cell. */
function plainLines(text: string): string[] {
  return text
    .replace(/\\\n/g, '\n\n')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[*_]/g, '')
    .split(/\n(?:\n|(?=[-|#])|(?=\d+\. ))| \| /)
    .map((line) => line.replace(/^(#+|-|\||\d+\.) /, '').trim())
    .filter((line) => /\w/.test(line));
}
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('all documents', () => {
  test.each(['id', 'title'] as const)('no two have the same %s', (part) => {
    const all = documents.map((document) => document[part]);
    expect(all.filter((value, index) => all.indexOf(value) !== index)).toEqual([]);
  });

  test('the notices, court papers and policies that pages link to exist', () => {
    const listed = [
      'long-form-notice',
      'summary-notice',
      'complaint',
      'declaration',
      'proposed-order',
      'settlement-agreement',
      'memorandum',
      'plan-of-allocation',
      'preliminary-approval-order',
      'final-approval-order',
    ];
    const expected = ['2025', '2024'].flatMap((year) => listed.map((paper) => `${paper}-${year}`));
    expect(ids.toSorted()).toEqual(
      [...expected, 'letter-order-2025', 'privacy-policy', 'politica-de-privacidad'].toSorted(),
    );
  });

  test('none spells out a date, percentage, amount in millions or phone number that is a fact', () => {
    const folder = join(import.meta.dirname, 'documents');
    const fact =
      /\b(January|February|March|April|May|June|July|August|September|October|November|December) \d|\d de (enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)|\d{4}-\d\d-\d\d|\d mill|\b1-8\d\d|\d ?%|P\.O\. Box|\d (dollars|dólares)|\$\d/;
    // A settlement's other numbers (docket, strengths) are too plain to look for.
    const wrong = readdirSync(folder)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) =>
        readFileSync(join(folder, file), 'utf8')
          .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
          .split('\n')
          .flatMap((line) => (fact.test(line) ? [`${file}: ${line.trim()}`] : [])),
      );
    expect(wrong).toEqual([]);
  });
});

describe.each(ids)('%s', (id) => {
  test('is finished, without placeholders, and has no section heading twice', () => {
    expect(markdown(id)).not.toMatch(/TODO|TBD|lorem|XX|undefined|NaN|\[object|\$\{/i);
    const all = headings(id);
    expect(new Set(all).size).toBe(all.length);
  });

  test('is easy to read: no sentence is longer than 25 words, except the list of states', () => {
    const states = listed(facts.brandDrug.states);
    const sentences = plainLines(markdown(id).replaceAll(states, 'these')).flatMap((line) =>
      line.split(/[.?!:;]\s+(?=[\p{Lu}“a-z])/u),
    );
    expect(sentences.filter((sentence) => countWords(sentence) > 25)).toEqual([]);
  });
});

describe('notices', () => {
  /** The specification's facts (sections 1, 2 and 9), as a notice writes them. */
  const ofBoth = ['$2.25 million', '$25.5 million', 'July 17, 2025', 'June 14, 2008', 'May 31, 2011'];
  const reach = ['1-800-555-0142', 'P.O. Box 99900'];
  const ofNewer = ['June 2, 2025', 'August 19, 2025', '1:00\u00a0pm', '34%', '765,000 dollars', 'letter order'];
  const ofLongForms = [...reach, 'Paragraph 12', '78%', '22%', 'No. 0:00-cv-00000'];

  test.each([
    ['long-form-notice-2025', [...ofBoth, ...ofNewer, ...ofLongForms, '300,000 dollars']],
    ['long-form-notice-2024', [...ofBoth, ...ofLongForms]],
    ['summary-notice-2025', [...ofBoth, ...ofNewer, ...reach, '78%', '22%']],
    ['summary-notice-2024', [...ofBoth, ...reach, '78%', '22%']],
  ])('%s gives every date, sum and address that a class member needs', (id, expected) => {
    expect(expected.filter((fact) => !markdown(id).toLowerCase().includes(fact.toLowerCase()))).toEqual([]);
  });

  test.each(['long-form-notice-2024', 'summary-notice-2024'])(
    '%s invents no court dates: its own are over, and claims are due in the other settlement',
    (id) => {
      const days = markdown(id).match(/[A-Z][a-z]+ \d{1,2}, \d{4}/g);
      expect(new Set(days)).toEqual(new Set(['June 14, 2008', 'May 31, 2011', 'July 17, 2025']));
      const due = plainLines(markdown(id)).filter((line) => line.includes('July 17, 2025'));
      expect(due.filter((line) => !/2025 settlement.* with the generic maker/.test(line))).toEqual([]);
      expect(markdown(id)).toMatch(/court’s order set the dates.* not repeated here/);
      expect(markdown(id)).not.toContain('34%');
    },
  );

  test.each(englishNotices.map(({ id }) => id))(
    '%s lets only a claim of the 2024 settlement count for both: a new one is a claim in the 2025 settlement',
    (id) => {
      const ofThisOne = id.endsWith('2024') ? 'this settlement' : 'it';
      expect(markdown(id).replaceAll('*', '')).toMatch(
        new RegExp(
          `If you filed a claim in (the 2024 settlement|${ofThisOne}), .*counts for both|filed in the 2024 settlement counts for both`,
        ),
      );
      expect(markdown(id)).not.toMatch(/\b(one|your) claim counts for both|come on top/i);
    },
  );

  test('each lists the 21 states', () => {
    expect(facts.brandDrug.states).toHaveLength(21);
    for (const { id } of englishNotices)
      expect(facts.brandDrug.states.filter((state) => !markdown(id).includes(state))).toEqual([]);
  });

  test.each(['2025', '2024'])('the long form of %s has the sections of a court-approved notice, in order', (year) => {
    expect(headings(`long-form-notice-${year}`).filter((line) => line.startsWith('## '))).toEqual([
      '## A notice from the court',
      '## Your rights and options',
      '## Basic information',
      '## Who is included',
      '## What the settlement provides',
      '## How to get a payment',
      '## What you give up',
      '## Excluding yourself',
      '## Objecting',
      '## The lawyers and their fees',
      '## The hearing',
      '## If you do nothing',
      '## Getting more information',
    ]);
  });

  test.each(['2025', '2024'])('the questions of the long form of %s are numbered consecutively', (year) => {
    const numbers = headings(`long-form-notice-${year}`).flatMap((line) => /^### (\d+)\. /.exec(line)?.[1] ?? []);
    expect(numbers.length).toBeGreaterThan(15);
    expect(numbers.map(Number)).toEqual(numbers.map((_, index) => index + 1));
  });

  test.each(['2025', '2024'])('the summary of %s is one page of at most 450 words', (year) => {
    expect(prose(`summary-notice-${year}`).layout).toBe('one-page');
    expect(countWords(markdown(`summary-notice-${year}`))).toBeLessThanOrEqual(450);
  });
});

describe('court papers', () => {
  const specimens = ids.filter(
    (id) => courtDocuments.some(({ id: courtId }) => courtId === id) && !id.startsWith('plan-'),
  );

  test.each(specimens)('%s is one page under the court’s heading, and says that it is a specimen', (id) => {
    const { caption, notice, layout } = prose(id);
    expect(caption?.docketNumber).toBe('No. 0:00-cv-00000');
    expect(notice).toMatch(/^Specimen\b.*original that was filed with the court takes its place/);
    expect(layout).toBe('one-page');
  });

  test('the release is the paragraph of the agreement that forms and notices name', () => {
    for (const settlement of [newerSettlement, earlierSettlement])
      expect(agreementParagraphs(settlement)[facts.brandDrug.releaseParagraph - 1]).toMatch(/^\*\*Release\.\*\*/);
    expect(markdown('settlement-agreement-2025')).toMatch(/^12\. \*\*Release\.\*\*/m);
  });

  test('the letter order moves the hearing to its day and hour', () => {
    expect(markdown('letter-order-2025')).toContain('August 19, 2025, at 1:00\u00a0pm');
  });

  test('the final approval order says when approval was announced, and states no docket date', () => {
    expect(markdown('final-approval-order-2025')).toContain('September 17, 2025');
    expect(prose('final-approval-order-2025').caption).not.toHaveProperty('filed');
  });
});

describe('the worked example of the plan of allocation', () => {
  test.each([
    // 2,250,000 less 34% (765,000) and 185,000; 500 of 20 million and 300,000 of 400 million.
    ['2025', ['$1,300,000', '$1,014,000', '$286,000', '$7.15', '$760.50', '0.0025%', '0.075%']],
    // 25,500,000 less a third.
    ['2024', ['$17,000,000', '$13,260,000', '$3,740,000', '$93.50', '$9,945', '0.0025%', '0.075%']],
  ])('of %s is calculated rightly', (year, sums) => {
    const cells = plainLines(markdown(`plan-of-allocation-${year}`));
    for (const sum of sums) expect(cells.some((cell) => cell.split(' ').includes(sum))).toBe(true);
  });

  test('the two pools are the whole net fund, and all shares of a pool are the whole pool', () => {
    const spend = { allClaims: 3, oneClaim: 1 };
    const example = computeExample(1_000_001, {
      fees: 333_333,
      otherCosts: 1,
      consumers: spend,
      thirdPartyPayors: spend,
    });
    expect(example.netFund).toBe(666_667);
    expect(example.consumers.pool + example.thirdPartyPayors.pool).toBeCloseTo(666_667, 2);
    expect(3 * example.consumers.payment).toBeCloseTo(example.consumers.pool, 1);
  });
});
