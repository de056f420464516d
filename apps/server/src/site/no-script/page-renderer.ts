import type { NoScriptForm, PageRenderer, RenderedIsland } from '@redress/contract/page-renderer';
import { pathToFileURL } from 'node:url';
import { StartError } from '../../platform/errors/start-error.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { createTaskProcess } from '../../platform/jobs/task-process.ts';

/** The arguments of `PageRenderer.form`. */
export type FormRequest = Parameters<PageRenderer['form']>;

/** The main thread renders forms with up to this many rows or errors: 2,000 take 77 ms. */
const maxRows = 50;
/** Maximum large forms that wait for the child process. Each holds its answers in memory. */
const maxPending = 8;
/** Seconds until a refused form is sent again. */
const retryWhenFull = 5;

/**
 * The page renderer of the build, which loads with the first form. Large forms are rendered in
 * a child process. Throws `overloaded` if too many of them wait.
 */
export function createPageRenderer(file: string) {
  const script = new URL('./page-process.ts', import.meta.url);
  const large = createTaskProcess<FormRequest, RenderedIsland>(script, { args: [file] });
  const load = () => loadPageRenderer(file);
  return {
    login: async (...request: Parameters<PageRenderer['login']>) => (await load()).login(...request),
    afterLogin: async (...request: Parameters<PageRenderer['afterLogin']>) => (await load()).afterLogin(...request),
    idRequest: async (...request: Parameters<PageRenderer['idRequest']>) => (await load()).idRequest(...request),
    complete: async (...request: Parameters<PageRenderer['complete']>) => (await load()).complete(...request),
    receipt: async (...request: Parameters<PageRenderer['receipt']>) => (await load()).receipt(...request),
    status: async (...request: Parameters<PageRenderer['status']>) => (await load()).status(...request),
    logOut: async (...request: Parameters<PageRenderer['logOut']>) => (await load()).logOut(...request),
    async form(...request: FormRequest) {
      const [, , form] = request;
      if (!isLarge(form)) return (await load()).form(...request);
      if (large.pending() >= maxPending) throw new ProblemError('overloaded', {}, { retryAfterSeconds: retryWhenFull });
      return large.run(request);
    },
    close: large.close,
  };
}

function isLarge({ answers, errors }: NoScriptForm): boolean {
  const rows = Object.values(answers).flatMap((answer) => (typeof answer === 'object' ? answer : []));
  return rows.length > maxRows || errors.length > maxRows;
}

/** Imports the page renderer of the build. @throws StartError if it is another file */
export async function loadPageRenderer(file: string): Promise<PageRenderer> {
  const built: unknown = await import(pathToFileURL(file).href);
  if (!isPageRendererModule(built)) throw new StartError(`${file} is not the page renderer: run "npm run build".`);
  return built.pageRenderer;
}

function isPageRendererModule(built: unknown): built is { readonly pageRenderer: PageRenderer } {
  return typeof built === 'object' && built !== null && 'pageRenderer' in built;
}
