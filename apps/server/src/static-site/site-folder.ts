import type { FastifyBaseLogger } from 'fastify';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Language } from '@redress/contract/language';
import { languages } from '@redress/contract/language';
import type { PageVariants } from '@redress/contract/site-files';
import { notFoundFileIn } from '@redress/contract/site-files';
import { readPageVariants, variantAt } from './page-variants.ts';
import type { FileOnDisk, Representations } from './site-file.ts';
import { readSiteFile } from './site-file.ts';

/** Milliseconds between two looks at the folder. */
const pauseBetweenLooks = 1_000;

/** A file of the website, with what was read of it. */
export interface SiteEntry extends FileOnDisk {
  /** Below the folder, with slashes. */
  readonly name: string;
  /** Changes when the file or its compressed forms do. */
  readonly signature: string;
}

/** The built website at one look. */
interface View {
  readonly entries: ReadonlyMap<string, SiteEntry>;
  /** By path: `/notice` and `/assets/site.css`. */
  readonly addresses: ReadonlyMap<string, SiteEntry>;
  readonly variants: PageVariants | undefined;
}

export interface SiteFolder {
  /** What stands under a path (`/notice`) at a moment, by the calendar of the court. */
  find(path: string, moment: Date): Promise<SiteEntry | undefined>;
  /** The page for paths under which nothing stands; in English where there is none in the language. */
  findNotFound(language: Language): Promise<SiteEntry | undefined>;
  /** Undefined when a build has just taken the file away, or put another one there. Read once, and again when it has changed. */
  read(entry: SiteEntry): Promise<Representations | undefined>;
}

/**
 * Opens the folder of the built website. A build under the running server is noticed within a second or two: each look lists the folder, and
 * a file that is still the same keeps what was read of it. Throws when the folder cannot be read, or names variants that it does not hold.
 */
export async function openSiteFolder(folder: string, origin: string, log: FastifyBaseLogger): Promise<SiteFolder> {
  let view = await lookAt(folder);
  let lookedAt = performance.now();
  let look: Promise<void> | undefined;
  const read = new WeakMap<SiteEntry, Promise<Representations>>();

  const lookAgain = async () => {
    try {
      const next = await lookAt(folder);
      // In the middle of a build the old pages, which are in memory, are better than none or than those of another day.
      if (next.addresses.has('/') && (next.variants || !view.variants)) view = keepUnchanged(view, next);
    } catch (error) {
      log.warn({ err: error }, 'the folder of the website could not be read');
    }
    lookedAt = performance.now();
    look = undefined;
  };
  // On a busy website nobody waits for a look. After a quiet while the first one does, so as not to see what has long been replaced.
  const currentView = async ({ waits }: { waits: boolean }): Promise<View> => {
    const age = performance.now() - lookedAt;
    if (age > pauseBetweenLooks) look ??= lookAgain();
    if (look && (waits || age > 2 * pauseBetweenLooks)) await look;
    return view;
  };
  const findIn = ({ entries, addresses, variants }: View, path: string, moment: Date) => {
    const variant = variants && variantAt(variants, path, moment);
    return variant === undefined ? addresses.get(path) : entries.get(variant);
  };

  return {
    async find(path, moment) {
      // A name that is not known may be that of a build that another process has already seen.
      return (
        findIn(await currentView({ waits: false }), path, moment) ??
        findIn(await currentView({ waits: true }), path, moment)
      );
    },
    async findNotFound(language) {
      const { entries } = await currentView({ waits: false });
      return entries.get(notFoundFileIn(language)) ?? entries.get(notFoundFileIn('en'));
    },
    async read(entry) {
      let reading = read.get(entry);
      if (!reading) {
        reading = readSiteFile(entry, origin);
        read.set(entry, reading);
      }
      try {
        const representations = await reading;
        const { bytes, length } = representations.identity;
        // What is sent from the disk must still be what was hashed.
        return bytes || (await stat(entry.path)).size === length ? representations : undefined;
      } catch (error) {
        read.delete(entry);
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}

async function lookAt(folder: string): Promise<View> {
  const entries = await listEntries(folder);
  const variantsFile = entries.get('variants.json');
  const variants = variantsFile && readPageVariants(await readFile(variantsFile.path, 'utf8'));
  for (const [path, ofPage] of Object.entries(variants?.pages ?? {})) {
    const missing = ofPage.find(({ file }) => !entries.has(file));
    if (missing) throw new Error(`variants.json names ${missing.file} for ${path}, and there is no such file.`);
  }
  const addresses = new Map<string, SiteEntry>();
  for (const entry of entries.values()) {
    const address = addressOf(entry.name);
    if (address !== undefined) addresses.set(address, entry);
  }
  return { entries, addresses, variants };
}

const notFoundFiles = new Set(languages.map(notFoundFileIn));

/** `/` for `index.html`, `/notice` for `notice/index.html`. What is not for visitors has no address. */
function addressOf(name: string): string | undefined {
  if (name === 'variants.json' || notFoundFiles.has(name) || name.startsWith('variants/')) return undefined;
  if (/(?:^|\/)\./.test(name)) return undefined;
  return name === 'index.html' ? '/' : `/${name.replace(/\/index\.html$/, '')}`;
}

async function listEntries(folder: string): Promise<ReadonlyMap<string, SiteEntry>> {
  const listed = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    listed.filter((entry) => entry.isFile()).map(({ parentPath, name }) => sign(parentPath, name)),
  );
  const signed = new Map(files.filter((file) => file !== undefined).map((file) => [file.path, file]));
  const entries = new Map<string, SiteEntry>();
  for (const { path, size, signature } of signed.values()) {
    if (/\.(?:br|gz)$/.test(path)) continue;
    const [br, zipped] = [signed.get(`${path}.br`), signed.get(`${path}.gz`)];
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

async function sign(folder: string, name: string) {
  const path = join(folder, name);
  try {
    const { size, mtimeMs } = await stat(path);
    return { path, size, signature: `${size}-${mtimeMs}` };
  } catch (error) {
    // A build has taken it away since it was listed.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The new view, in which files that are the same are the same objects, so that nothing of them is read again. */
function keepUnchanged(old: View, next: View): View {
  const same = (entry: SiteEntry) => {
    const before = old.entries.get(entry.name);
    return before?.signature === entry.signature ? before : entry;
  };
  const keep = (map: ReadonlyMap<string, SiteEntry>) => new Map([...map].map(([key, entry]) => [key, same(entry)]));
  return { entries: keep(next.entries), addresses: keep(next.addresses), variants: next.variants };
}
