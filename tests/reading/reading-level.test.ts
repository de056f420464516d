import { site } from '@redress/content/site';
import { translatedLanguages } from '@redress/contract/translations';
import { expect, test } from 'vitest';
import { hardestSentences, highestGrade, measure } from './measure.ts';
import { collectTexts } from './measured-texts.ts';

const texts = await collectTexts();

test.each(['en', ...translatedLanguages(site)])(
  'pages, forms, letters and the messages of the script are measured in %s',
  (language) => {
    const names = texts.filter((text) => text.language === language).map(({ name }) => name);
    for (const part of ['/', 'form "', 'letter "', 'messages of the script', 'around every page']) {
      expect(names.filter((name) => name.startsWith(part))).not.toEqual([]);
    }
  },
);

test.each(texts)('$name ($language $from) is at the reading level of grade 8 or below', (text) => {
  const measured = measure(text);
  const hardest = hardestSentences(text, 5).map(({ sentence, grade }) => `${grade.toFixed(1)} ${sentence}`);
  expect(measured?.grade ?? 0, hardest.join('\n')).toBeLessThanOrEqual(highestGrade);
});
