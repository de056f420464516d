import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '@redress/contract/page-renderer';
import { StartError } from '../errors/start-error.ts';

/** The website's own components, as its build made them for the server. */
export async function loadPageRenderer(file: string): Promise<PageRenderer> {
  const built: unknown = await import(pathToFileURL(file).href);
  if (!isPageRendererModule(built)) throw new StartError(`${file} is not what this server renders with: build again.`);
  return built.pageRenderer;
}

function isPageRendererModule(built: unknown): built is { readonly pageRenderer: PageRenderer } {
  return typeof built === 'object' && built !== null && 'pageRenderer' in built;
}
