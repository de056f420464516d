import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteManifest } from '@redress/contract/manifest';
import { notFoundFileIn } from '@redress/contract/site-files';
import { translatedLanguages } from '@redress/contract/translations';

/** Puts the page of an unknown address in each language where the server looks for it, so that it is no address itself. */
export async function placeNotFoundPages(client: string, site: SiteManifest): Promise<void> {
  for (const language of translatedLanguages(site)) {
    const rendered = join(client, language, '404/index.html');
    await rename(rendered, join(client, notFoundFileIn(language)));
    await rm(dirname(rendered), { recursive: true });
  }
}
