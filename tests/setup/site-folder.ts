import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll } from 'vitest';
import { useFolder } from './folders.ts';

/** The folder is like that of the built website. */
export interface TestSiteFolder {
  readonly folder: string;
  write(file: string, content: string | Buffer): Promise<void>;
  remove(file?: string): Promise<void>;
}

/** `Cache-Control` of what does not change before the end of tomorrow. */
export const keptByProxies = 'max-age=0, s-maxage=10, stale-while-revalidate=79200, stale-if-error=79200';

type Files = Readonly<Record<string, string | Buffer>>;

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
}

/** The keys of `files` are paths. */
export async function createSiteFolder(files: Files): Promise<TestSiteFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'redress-site-'));
  await writeFiles(folder, files);
  return {
    folder,
    write: (file, content) => writeFiles(folder, { [file]: content }),
    remove: (file = '') => rm(join(folder, file), { recursive: true, force: true }),
  };
}

/** The same for a test file: the folder has the files when tests and later `beforeAll` begin. */
export function useSiteFolder(files: Files): string {
  const folder = useFolder();
  beforeAll(() => writeFiles(folder, files));
  return folder;
}
