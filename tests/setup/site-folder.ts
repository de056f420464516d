import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder is like that of the built website. */
export interface TestSiteFolder {
  readonly folder: string;
  write(file: string, content: string | Buffer): Promise<void>;
  remove(file?: string): Promise<void>;
}

/** `Cache-Control` of what does not change before the end of tomorrow. */
export const keptByProxies = 'max-age=0, s-maxage=10, stale-while-revalidate=79200, stale-if-error=79200';

/** The keys of `files` are paths. */
export async function createSiteFolder(files: Readonly<Record<string, string | Buffer>>): Promise<TestSiteFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'redress-site-'));
  const write = async (file: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  };
  for (const [file, content] of Object.entries(files)) await write(file, content);
  return { folder, write, remove: (file = '') => rm(join(folder, file), { recursive: true, force: true }) };
}
