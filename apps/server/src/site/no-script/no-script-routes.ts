import type { FastifyInstance } from 'fastify';
import { addCompletePage } from './completion-page.ts';
import { addFormPage } from './form-page.ts';
import { addIdRequestPage } from './id-request-page.ts';
import { addLogOutPage } from './log-out-page.ts';
import { addLoginPage } from './login-page.ts';
import { addReceiptPage } from './receipt-page.ts';
import type { NoScriptContext } from './rendered-responses.ts';

/** Adds the pages for browsers without JavaScript. */
export async function noScriptRoutes(
  app: FastifyInstance,
  { context }: { readonly context: NoScriptContext },
): Promise<void> {
  for (const page of context.settlement.site.pages) {
    if (page.kind === 'form') addFormPage(app, context, page);
    else if (page.kind === 'login') addLoginPage(app, context, page);
    else if (page.kind === 'id-request') addIdRequestPage(app, context, page);
    else if (page.kind === 'complete') addCompletePage(app, context, page);
    else if (page.kind === 'receipt') addReceiptPage(app, context, page);
    else if (page.kind === 'log-out') addLogOutPage(app, context, page);
  }
}
