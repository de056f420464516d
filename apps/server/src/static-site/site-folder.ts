import type { FastifyBaseLogger } from 'fastify';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Language, languages } from '@redress/contract/language';
import { notFoundFileIn, type PageVariants } from '@redress/contract/site-files';
import { dayIn } from '@redress/forms/court-day';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { undefinedIfMissing } from '../storage/disk.ts';
import { type FileOnDisk, readSiteFile, type Representations } from './site-file.ts';

/** Milliseconds between two listings of the folder. */
const refreshInterval = 1_000;

const PageVariantsSchema = Type.Object({
  timeZone: Type.String(),
  pages: Type.Record(Type.String(), Type.Array(Type.Object({ from: Type.String(), file: Type.String() }))),
});

export interface SiteEntry extends FileOnDisk {
  /** Path relative to the folder, with slashes. */
  readonly name: string;
  /** Changes with the file or its compressed versions. */
  readonly signature: string;
}

/** One listing of the built website. */
interface Listing {
  readonly entries: ReadonlyMap<string, SiteEntry>;
  /** By URL path: `/notice` and `/assets/site.css`. */
  readonly byPath: ReadonlyMap<string, SiteEntry>;
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
  const read = new WeakMap<SiteEntry, Promise<Representations>>();

  const refresh = async () => {
    try {
      const next = await listSite(folder);
      // During a build, the old pages in memory are better than none.
      if (next.byPath.has('/') && (next.variants || !listing.variants)) listing = keepUnchanged(listing, next);
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
  const findIn = ({ entries, byPath, variants }: Listing, path: string, moment: Date) => {
    const variant = variants && variantAt(variants, path, moment);
    return variant === undefined ? byPath.get(path) : entries.get(variant);
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
      let reading = read.get(entry);
      if (!reading) {
        reading = readSiteFile(entry, origin);
        read.set(entry, reading);
      }
      try {
        const representations = await reading;
        const { bytes, length } = representations.identity;
        // A large file on the disk must still be the one that was hashed.
        return bytes || (await stat(entry.path)).size === length ? representations : undefined;
      } catch (error) {
        read.delete(entry);
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
  const byPath = new Map<string, SiteEntry>();
  for (const entry of entries.values()) {
    const path = urlPathOf(entry.name);
    if (path !== undefined) byPath.set(path, entry);
  }
  return { entries, byPath, variants };
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

const notFoundFiles = new Set(languages.map(notFoundFileIn));

/** `/` for `index.html`, `/notice` for `notice/index.html`, undefined for internal files. */
function urlPathOf(name: string): string | undefined {
  if (name === 'variants.json' || notFoundFiles.has(name) || name.startsWith('variants/')) return undefined;
  if (/(?:^|\/)\./.test(name)) return undefined;
  return name === 'index.html' ? '/' : `/${name.replace(/\/index\.html$/, '')}`;
}

async function listEntries(folder: string): Promise<ReadonlyMap<string, SiteEntry>> {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    listed.filter((entry) => entry.isFile()).map(({ parentPath, name }) => describe(parentPath, name)),
  );
  const byFile = new Map(files.filter((file) => file !== undefined).map((file) => [file.path, file]));
  const entries = new Map<string, SiteEntry>();
  for (const { path, size, signature } of byFile.values()) {
    if (/\.(?:br|gz)$/.test(path)) continue;
    const [br, zipped] = [byFile.get(`${path}.br`), byFile.get(`${path}.gz`)];
    const name = relative(folder, path).split(sep).join('/');
    entries.set(name, {
      name,
      path,
      size,
      signature: [signature, br?.signature, zipped?.signature].join(' '),
      compressed: [...(br ? (['br'] as const) : []), ...(zipped ? (['gzip'] as const) : [])],
    });
  }
  return entries;
}

/** Undefined if a build has removed the file since it was listed. */
async function describe(folder: string, name: string) {
  const path = join(folder, name);
  const found = await stat(path).catch(undefinedIfMissing);
  return found && { path, size: found.size, signature: `${found.size}-${found.mtimeMs}` };
}

/** Reuses the entry objects of unchanged files, so that they are not read again. */
function keepUnchanged(old: Listing, next: Listing): Listing {
  const same = (entry: SiteEntry) => {
    const before = old.entries.get(entry.name);
    return before?.signature === entry.signature ? before : entry;
  };
  const keep = (map: ReadonlyMap<string, SiteEntry>) => new Map([...map].map(([key, entry]) => [key, same(entry)]));
  return { entries: keep(next.entries), byPath: keep(next.byPath), variants: next.variants };
}
