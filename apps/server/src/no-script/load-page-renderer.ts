import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '@redress/contract/page-renderer';
import { StartError } from '../start-error.ts';

/** The website's own components, as its build made them for the server. */
export async function loadDrawer(file: string): Promise<PageRenderer> {
  const built: unknown = await import(pathToFileURL(file).href);
  if (!isDrawerModule(built)) throw new StartError(`${file} is not what this server draws with: build again.`);
  return built.drawer;
}

function isDrawerModule(built: unknown): built is { readonly drawer: PageRenderer } {
  return typeof built === 'object' && built !== null && 'drawer' in built;
}
