import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkAnswers } from '../tools/new-case/questions.mjs';
import { makeFiles } from '../tools/new-case/settlement-files.mjs';
import { readJson } from '../tools/project.mjs';

const root = join(import.meta.dirname, '..');
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((page) => existsSync(join(root, page)));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The settlement that docs/new-case.md makes is in no folder: `npm run new-case` writes it. */
const example = makeFiles(checkAnswers(readJson(join(root, 'content/larkhaven-answers.json')), () => false));
const inExample = (path: string) => example.get(path.replace('content/larkhaven/', ''));

/** The anchors that GitHub gives a page's headings. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('%s links only to files and headings that exist', (page) => {
  const withoutCode = read(page).replace(/`[^`\n]*`/g, '');
  const links = [...withoutCode.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : join(dirname(page), file);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test.each(pages)('%s names only paths of the repository that exist', (page) => {
  const named = [...read(page).matchAll(/`((?:apps|packages|content|tests|tools|docs)\/[^`\s]*)`/g)].map(
    ([, path = '']) => path,
  );
  // `<id>`, `*` and `…` match several files, and `dist` is a build output.
  const exact = named.filter((path) => !/[<*…{]|\/dist\b/.test(path));
  expect(exact.filter((path) => !existsSync(join(root, path)) && inExample(path) === undefined)).toEqual([]);
});

test('every npm command in the documentation exists', () => {
  const parse: (json: string) => { readonly scripts: Readonly<Record<string, string>> } = JSON.parse;
  const { scripts } = parse(read('package.json'));
  const unknown = pages.flatMap((page) =>
    [...read(page).matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*[a-z])/g)].flatMap(([, command = '']) =>
      command in scripts ? [] : [`${page}: npm run ${command}`],
    ),
  );
  expect(unknown).toEqual([]);
});

/** Bytes that a picture of a document may have, so that a clone stays small. */
const maxPictureBytes = 120_000;

test('pictures of documents are small, in use, and described', () => {
  const files = readdirSync(join(root, 'docs/images'));
  const used = pages.flatMap((page) =>
    [...read(page).matchAll(/!\[([^\]]*)\]\((?:docs\/)?images\/([^)]+)\)/g)].map(([, alt = '', file = '']) => ({
      alt,
      file,
    })),
  );
  expect(files.filter((file) => !used.some((each) => each.file === file))).toEqual([]);
  expect(used.filter(({ alt }) => alt.length < 20)).toEqual([]);
  expect(files.filter((file) => statSync(join(root, 'docs/images', file)).size > maxPictureBytes)).toEqual([]);
});

test.each(pages)('%s quotes files as they are', (page) => {
  // A code block whose first line names a file: ```ts content/…
  const quotes = [...read(page).matchAll(/^```\w+ (\S+\/\S+)\n([^]*?)^```$/gm)];
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  for (const [, file = '', quoted = ''] of quotes)
    expect(oneLine(inExample(file) ?? read(file))).toContain(oneLine(quoted));
});
