import { join } from 'node:path';
import { documents } from '@redress/content/documents';
import { contentName, siteBuild } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { expect, test } from 'vitest';
import {
  demonstrationName,
  findDemonstrationWords,
  hasDemonstration,
} from '../../apps/site/build/demonstration-words.ts';

const isSkipped = contentName === demonstrationName || !hasDemonstration;

// The demonstration may say its own words, and a checkout without it has nothing to compare with.
test.skipIf(isSkipped)('nothing on the website or from the server says a word of the demonstration', async () => {
  const client = join(import.meta.dirname, '../../apps/site', siteBuild, 'client');
  expect(await findDemonstrationWords({ name: contentName, settlement, documents, client })).toEqual([]);
});
