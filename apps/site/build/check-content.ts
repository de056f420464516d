import { resolve } from 'node:path';
import { findMistakes } from './find-mistakes.ts';

// The first step of the build: node apps/site/build/check-content.ts content/<name>
const mistakes = await findMistakes(resolve(process.argv[2] ?? ''));
for (const mistake of mistakes) console.error(mistake);
if (mistakes.length > 0) process.exitCode = 1;
