import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Language, languages } from '@redress/contract/language';
import { notFoundFileIn, type PageVariants } from '@redress/contract/site-files';
import { dayAfter, dayIn, secondsUntilNextDay } from '@redress/forms/court-day';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readSiteFile, type SiteFile, type SiteSettings } from './site-file.ts';

const PageVariantsSchema = Type.Object({
  timeZone: Type.String(),
  pages: Type.Record(Type.String(), Type.Array(Type.Object({ from: Type.String(), file: Type.String() }))),
});

export type SiteFolder = Awaited<ReturnType<typeof readSiteFolder>>;

/**
 * Reads the built website. A new build takes effect when the server starts again, like the form
 * definitions and the page renderer that belong to it. Throws if the folder is unreadable or
 * `variants.json` names missing files.
 */
export async function readSiteFolder(folder: string, settings: SiteSettings) {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, SiteFile>();
  await Promise.all(
    listed.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = relative(folder, path).split(sep).join('/');
      if (entry.isFile() && !/\.(?:br|gz)$/.test(name)) files.set(name, await readSiteFile(name, path, settings));
    }),
  );
  const variantsFile = await files.get('variants.json')?.read();
  const variants: PageVariants | undefined =
    variantsFile && Value.Parse(PageVariantsSchema, JSON.parse(String(variantsFile.identity.bytes)));
  for (const [path, ofPage] of Object.entries(variants?.pages ?? {})) {
    const missing = ofPage.find(({ file }) => !files.has(file));
    if (missing) throw new Error(`variants.json names ${missing.file} for ${path}, and there is no such file.`);
  }
  return {
    /**
     * The file for a URL path on the day of `moment` in the court's time zone: `/notice` gets
     * `notice/index.html`.
     */
    find(path: string, moment: Date): SiteFile | undefined {
      const variant = variants && variantAt(variants, path, moment);
      if (variant !== undefined) return files.get(variant);
      const name = path.slice(1);
      if (name === '') return files.get('index.html');
      return isAddressable(name) ? (files.get(name) ?? files.get(`${name}/index.html`)) : undefined;
    },
    /** The seconds until tomorrow's file of a path takes its place. Undefined if it stays. */
    secondsUntilChange(path: string, moment: Date): number | undefined {
      const ofPage = variants && variantsOf(variants, path);
      if (!ofPage) return undefined;
      const tomorrow = dayAfter(dayIn(variants.timeZone, moment));
      const changes = ofPage.some(({ from }, index) => index > 0 && from === tomorrow);
      return changes ? secondsUntilNextDay(variants.timeZone, moment) : undefined;
    },
    /** The 404 page, in English if there is none in the language. */
    findNotFound: (language: Language) => files.get(notFoundFileIn(language)) ?? files.get(notFoundFileIn('en')),
  };
}

const notFoundFiles = new Set(languages.map(notFoundFileIn));
/** Whether a file is neither hidden nor internal. Pages have the address of their folder. */
const isAddressable = (name: string) =>
  !/(?:^|\/)(?:\.|index\.html$)|^variants(?:\.json$|\/)/.test(name) && !notFoundFiles.has(name);

const variantsOf = ({ pages }: PageVariants, path: string) => (Object.hasOwn(pages, path) ? pages[path] : undefined);

/**
 * The file of a page at a moment: the last variant whose first day has begun in the court's time
 * zone, or the first variant before that. Undefined for a page without variants.
 */
function variantAt(variants: PageVariants, path: string, moment: Date): string | undefined {
  const ofPage = variantsOf(variants, path);
  if (!ofPage) return undefined;
  const today = dayIn(variants.timeZone, moment);
  return (ofPage.findLast(({ from }) => from <= today) ?? ofPage[0])?.file;
}
