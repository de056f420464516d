import type { PublishedDocument } from '@redress/contract/published-documents';
import { describe, expect, test } from 'vitest';
import { brandDrugExclusionsInSpanish, spanishStates } from '../class-definition.es.ts';
import { brandDrugExclusions } from '../class-definition.ts';
import { facts } from '../facts.ts';
import { englishNotices } from './notices-en.ts';
import { spanishNotices } from './notices-es.ts';

const spanishIds: Readonly<Record<string, string>> = {
  'long-form-notice-2025': 'aviso-detallado-2025',
  'summary-notice-2025': 'aviso-resumido-2025',
  'long-form-notice-2024': 'aviso-detallado-2024',
  'summary-notice-2024': 'aviso-resumido-2024',
};
const months = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const englishMonths = 'January February March April May June July August September October November December'.split(
  ' ',
);

function markdownOf({ id, source }: PublishedDocument): string {
  if (source.kind !== 'prose') throw new Error(`${id} is not prose`);
  return source.markdown;
}

/** `17 de julio de 2025` and `July 17, 2025` as `2025-7-17`, in order, with repetitions. */
function datesIn(text: string): readonly string[] {
  const spanish = [...text.matchAll(/(\d+) de ([a-z]+) de (\d{4})/g)].map(
    ([, day, month = '', year]) => `${year}-${months.indexOf(month) + 1}-${day}`,
  );
  const english = [...text.matchAll(/([A-Z][a-z]+) (\d+), (\d{4})/g)].map(
    ([, month = '', day, year]) => `${year}-${englishMonths.indexOf(month) + 1}-${day}`,
  );
  return [...spanish, ...english].toSorted();
}

/** Sums, percentages and times, as bare figures. */
function figuresIn(text: string): readonly string[] {
  const sums = [...text.matchAll(/([\d.,]*\d)( million\b| millones de)?(?: dollars| dólares|(?<= million))/g)].map(
    ([, figure, millions]) => `${figure}${millions ? ' M' : ''}`,
  );
  const shares = [...text.matchAll(/\d+%/g)].map(([share]) => share);
  const times = [...text.matchAll(/\d+:\d\d\s(?:[ap]m|[ap]\.\sm\.)/g)].map(([time]) => time.replaceAll(/[.\s]/g, ''));
  return [...sums, ...shares, ...times].toSorted();
}

/** Addresses, phone numbers and names. */
function contactsIn(text: string): readonly string[] {
  const known = [
    facts.phone,
    facts.email,
    facts.website,
    facts.docketNumber,
    facts.caption,
    ...facts.mailingAddress,
    ...facts.courtAddress,
    ...facts.classCounsel.flat(),
  ];
  return known.filter((words) => text.includes(words));
}

const headingLevels = (text: string) => [...text.matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length);
const listItems = (text: string) => [...text.matchAll(/^- /gm)].length;
const tableRows = (text: string) => [...text.matchAll(/^\|/gm)].length;

test('every English notice has a Spanish counterpart, in the same order', () => {
  expect(spanishNotices.map(({ id }) => id)).toEqual(englishNotices.map(({ id }) => spanishIds[id]));
  expect(new Set(spanishNotices.map(({ language }) => language))).toEqual(new Set(['es']));
});

describe.each(englishNotices.map((notice, index) => [notice.id, notice, spanishNotices[index]] as const))(
  'compared with %s, the Spanish notice',
  (_, english, spanish) => {
    if (!spanish) throw new Error(`no Spanish counterpart of ${english.id}`);
    const [original, translated] = [markdownOf(english), markdownOf(spanish)];

    test('has the same headings, lists and tables', () => {
      expect(headingLevels(translated)).toEqual(headingLevels(original));
      expect([listItems(translated), tableRows(translated)]).toEqual([listItems(original), tableRows(original)]);
    });

    test('has the same dates, amounts, percentages and times, equally often', () => {
      expect(datesIn(translated)).toEqual(datesIn(original));
      expect(figuresIn(translated)).toEqual(figuresIn(original));
    });

    test('has the same phone number, addresses, law firms and case number', () => {
      expect(contactsIn(translated)).toEqual(contactsIn(original));
      expect(contactsIn(translated)).toContain('1-800-555-0142');
    });

    test('says by when a claim is due, and names the 21 states', () => {
      expect(datesIn(translated)).toContain('2025-7-17');
      expect(spanishStates.filter((state) => !translated.includes(state))).toEqual([]);
      expect(spanishStates).toHaveLength(21);
    });

    test('is Spanish throughout: no English words outside names and addresses, and a ¿ before every question', () => {
      const names = [...contactsIn(translated), 'Requests for Exclusion', 'Notice of Intention to Appear', 'Notice ID'];
      const prose = names.reduce((text, name) => text.replaceAll(name, ''), `${spanish.title}\n${translated}`);
      expect(
        prose.match(/\b(?:the|and|of|or|to|you|your|is|are|for|with|by|notice|claim|settlement|class)\b/gi),
      ).toBeNull();
      expect(prose.match(/¿/g)?.length).toBe(prose.match(/\?/g)?.length);
      expect(prose).not.toMatch(/["«»']|\bUd\b|\btú\b|\btu\b/);
    });
  },
);

test('each excluded group of the class has its Spanish line', () => {
  expect(brandDrugExclusionsInSpanish).toHaveLength(brandDrugExclusions.length);
  expect(new Set(spanishStates).size).toBe(facts.brandDrug.states.length);
});
