import type { FastifyBaseLogger } from 'fastify';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Language, languages } from '@redress/contract/language';
import { notFoundFileIn, type PageVariants } from '@redress/contract/site-files';
import { dayIn } from '@redress/forms/court-day';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ProblemError } from '../http/problem.ts';
import { undefinedIfMissing } from '../storage/disk.ts';
import { readSiteFile, type Representations } from './site-file.ts';

/** Milliseconds between two listings of the folder. */
const refreshInterval = 1_000;

const PageVariantsSchema = Type.Object({
  timeZone: Type.String(),
  pages: Type.Record(Type.String(), Type.Array(Type.Object({ from: Type.String(), file: Type.String() }))),
});

/** A file of the built website. */
export interface SiteFile {
  /** Path relative to the folder, with slashes. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** @throws ProblemError `unavailable` if a build has just removed or replaced the file */
  read(): Promise<Representations>;
}

/** The built website at one moment. */
interface Listing {
  readonly files: ReadonlyMap<string, SiteFile>;
  readonly variants: PageVariants | undefined;
  /** Changes with any file. */
  readonly signature: string;
}

export type SiteFolder = Awaited<ReturnType<typeof openSiteFolder>>;

/**
 * Opens the folder of the built website. The server notices a new build within two seconds, and
 * then forgets the files in memory. Throws if the folder is unreadable or `variants.json` names
 * missing files.
 */
export async function openSiteFolder(folder: string, origin: string, log: FastifyBaseLogger) {
  let listing = await listSite(folder, origin);
  let listedAt = performance.now();
  let refreshing: Promise<void> | undefined;

  const refresh = async () => {
    try {
      const next = await listSite(folder, origin);
      // During a build, the old pages in memory are better than none.
      const isComplete = next.files.has('index.html') && (next.variants || !listing.variants);
      if (isComplete && next.signature !== listing.signature) listing = next;
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
    async find(path: string, moment: Date): Promise<SiteFile | undefined> {
      // An unknown file may belong to a new build that another process has already served.
      return findIn(await current(false), path, moment) ?? findIn(await current(true), path, moment);
    },
    /** The 404 page, in English if there is none in the language. */
    async findNotFound(language: Language): Promise<SiteFile | undefined> {
      const { files } = await current(false);
      return files.get(notFoundFileIn(language)) ?? files.get(notFoundFileIn('en'));
    },
  };
}

async function listSite(folder: string, origin: string): Promise<Listing> {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, SiteFile>();
  const signatures: string[] = [];
  await Promise.all(
    listed.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      // A build may have removed it since it was listed.
      const found = await stat(path).catch(undefinedIfMissing);
      if (!found?.isFile()) return;
      signatures.push(`${path} ${found.size} ${found.mtimeMs}`);
      if (/\.(?:br|gz)$/.test(path)) return;
      const name = relative(folder, path).split(sep).join('/');
      files.set(name, siteFile(name, path, found.size, origin));
    }),
  );
  const variantsFile = files.get('variants.json');
  const variants =
    variantsFile && Value.Parse(PageVariantsSchema, JSON.parse(await readFile(variantsFile.path, 'utf8')));
  for (const [path, ofPage] of Object.entries(variants?.pages ?? {})) {
    const missing = ofPage.find(({ file }) => !files.has(file));
    if (missing) throw new Error(`variants.json names ${missing.file} for ${path}, and there is no such file.`);
  }
  return { files, variants, signature: signatures.toSorted().join() };
}

/** Seconds. A build that is replacing files takes about that long. */
const retryDuringBuild = 3;

function siteFile(name: string, path: string, size: number, origin: string): SiteFile {
  let reading: Promise<Representations> | undefined;
  return {
    name,
    path,
    async read() {
      try {
        const representations = await (reading ??= readSiteFile(path, size, origin));
        // A large file on the disk must still be the one that was hashed.
        if (representations.identity.bytes || (await stat(path)).size === size) return representations;
      } catch (error) {
        reading = undefined;
        undefinedIfMissing(error);
      }
      throw new ProblemError('unavailable', {}, { retryAfterSeconds: retryDuringBuild });
    },
  };
}

const notFoundFiles = new Set(languages.map(notFoundFileIn));
/** Neither hidden nor internal, and pages have the address of their folder. */
const isAddressable = (name: string) =>
  !/(?:^|\/)(?:\.|index\.html$)|^variants(?:\.json$|\/)/.test(name) && !notFoundFiles.has(name);

/** `index.html` for `/`, `notice/index.html` or its variant for `/notice`. */
function findIn({ files, variants }: Listing, path: string, moment: Date): SiteFile | undefined {
  const variant = variants && variantAt(variants, path, moment);
  if (variant !== undefined) return files.get(variant);
  const name = path.slice(1);
  if (name === '') return files.get('index.html');
  return isAddressable(name) ? (files.get(name) ?? files.get(`${name}/index.html`)) : undefined;
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
