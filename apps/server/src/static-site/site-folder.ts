import type { FastifyBaseLogger } from 'fastify';
import type { Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Language, languages } from '@redress/contract/language';
import { notFoundFileIn, type PageVariants } from '@redress/contract/site-files';
import { dayIn } from '@redress/forms/court-day';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { undefinedIfMissing } from '../storage/disk.ts';
import { readSiteFile, type Representations, type SiteEntry } from './site-file.ts';

/** Milliseconds between two listings of the folder. */
const refreshInterval = 1_000;

const PageVariantsSchema = Type.Object({
  timeZone: Type.String(),
  pages: Type.Record(Type.String(), Type.Array(Type.Object({ from: Type.String(), file: Type.String() }))),
});

/** One listing of the built website. */
interface Listing {
  readonly entries: ReadonlyMap<string, SiteEntry>;
  readonly variants: PageVariants | undefined;
}

export type SiteFolder = Awaited<ReturnType<typeof openSiteFolder>>;

/**
 * Opens the folder of the built website. The server notices a new build within two seconds: it
 * lists the folder again, and keeps in memory the files that have not changed. Throws if the folder
 * is unreadable or `variants.json` names missing files.
 */
export async function openSiteFolder(folder: string, origin: string, log: FastifyBaseLogger) {
  let listing = await listSite(folder);
  let listedAt = performance.now();
  let refreshing: Promise<void> | undefined;
  /** By signature. */
  const read = new Map<string, Promise<Representations>>();

  const refresh = async () => {
    try {
      const next = await listSite(folder);
      // During a build, the old pages in memory are better than none.
      if (next.entries.has('index.html') && (next.variants || !listing.variants)) {
        listing = next;
        const signatures = new Set([...next.entries.values()].map(({ signature }) => signature));
        for (const signature of read.keys()) if (!signatures.has(signature)) read.delete(signature);
      }
    } catch (error) {
      log.warn({ err: error }, 'the folder of the website could not be read');
    }
    listedAt = performance.now();
    refreshing = undefined;
  };
  // Requests do not wait for a refresh, except the first one after a quiet period.
  const current = async (waits: boolean): Promise<Listing> => {
    const age = performance.now() - listedAt;
    if (age > refreshInterval) refreshing ??= refresh();
    if (refreshing && (waits || age > 2 * refreshInterval)) await refreshing;
    return listing;
  };

  return {
    /** The file for a URL path (`/notice`) on the court's day at `moment`. */
    async find(path: string, moment: Date): Promise<SiteEntry | undefined> {
      // An unknown file may belong to a new build that another process has already served.
      return findIn(await current(false), path, moment) ?? findIn(await current(true), path, moment);
    },
    /** The 404 page, in English if there is none in the language. */
    async findNotFound(language: Language): Promise<SiteEntry | undefined> {
      const { entries } = await current(false);
      return entries.get(notFoundFileIn(language)) ?? entries.get(notFoundFileIn('en'));
    },
    /** Undefined if a build has just removed or replaced the file. */
    async read(entry: SiteEntry): Promise<Representations | undefined> {
      let reading = read.get(entry.signature);
      if (!reading) {
        reading = readSiteFile(entry, origin);
        read.set(entry.signature, reading);
      }
      try {
        const representations = await reading;
        const { bytes, length } = representations.identity;
        // A large file on the disk must still be the one that was hashed.
        return bytes || (await stat(entry.path)).size === length ? representations : undefined;
      } catch (error) {
        read.delete(entry.signature);
        return undefinedIfMissing(error);
      }
    },
  };
}

async function listSite(folder: string): Promise<Listing> {
  const entries = await listEntries(folder);
  const variantsFile = entries.get('variants.json');
  const variants =
    variantsFile && Value.Parse(PageVariantsSchema, JSON.parse(await readFile(variantsFile.path, 'utf8')));
  for (const [path, ofPage] of Object.entries(variants?.pages ?? {})) {
    const missing = ofPage.find(({ file }) => !entries.has(file));
    if (missing) throw new Error(`variants.json names ${missing.file} for ${path}, and there is no such file.`);
  }
  return { entries, variants };
}

const notFoundFiles = new Set(languages.map(notFoundFileIn));
/** Neither hidden nor internal, and pages have the address of their folder. */
const isAddressable = (name: string) =>
  !/(?:^|\/)(?:\.|index\.html$)|^variants(?:\.json$|\/)/.test(name) && !notFoundFiles.has(name);

/** `index.html` for `/`, `notice/index.html` or its variant for `/notice`. */
function findIn({ entries, variants }: Listing, path: string, moment: Date): SiteEntry | undefined {
  const variant = variants && variantAt(variants, path, moment);
  if (variant !== undefined) return entries.get(variant);
  const name = path.slice(1);
  if (name === '') return entries.get('index.html');
  return isAddressable(name) ? (entries.get(name) ?? entries.get(`${name}/index.html`)) : undefined;
}

/**
 * The file of a page at a moment: the last variant whose first day has come at the court, or the
 * first variant before that. Undefined for a page without variants.
 */
function variantAt(variants: PageVariants, path: string, moment: Date): string | undefined {
  const ofPage = Object.hasOwn(variants.pages, path) ? variants.pages[path] : undefined;
  if (!ofPage) return undefined;
  const today = dayIn(variants.timeZone, moment);
  return (ofPage.findLast(({ from }) => from <= today) ?? ofPage[0])?.file;
}

async function listEntries(folder: string): Promise<ReadonlyMap<string, SiteEntry>> {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Stats>();
  await Promise.all(
    listed.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      // A build may have removed it since it was listed.
      const found = await stat(path).catch(undefinedIfMissing);
      if (found?.isFile()) files.set(path, found);
    }),
  );
  const signatureOf = (path: string) => `${files.get(path)?.size}-${files.get(path)?.mtimeMs}`;
  const entries = new Map<string, SiteEntry>();
  for (const [path, { size }] of files) {
    if (/\.(?:br|gz)$/.test(path)) continue;
    const name = relative(folder, path).split(sep).join('/');
    const signature = [name, ...['', '.br', '.gz'].map((ending) => signatureOf(path + ending))].join(' ');
    entries.set(name, { name, path, size, signature });
  }
  return entries;
}
