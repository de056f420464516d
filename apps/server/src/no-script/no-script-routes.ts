import type { FastifyInstance } from 'fastify';
import { addCompletePage } from './complete-page.ts';
import { addFormPage } from './form-page.ts';
import { addLoginPage } from './login-page.ts';
import type { PostedRoom } from './posted-room.ts';

/** What every page of the manifest takes without script, in each language. */
export function addPostedForms(app: FastifyInstance, room: PostedRoom): void {
  for (const page of room.settlement.site.pages) {
    switch (page.kind) {
      case 'form':
        addFormPage(app, room, page);
        break;
      case 'login':
        addLoginPage(app, room, page);
        break;
      case 'complete':
        addCompletePage(app, room, page);
        break;
      case 'text':
      case 'instructions':
        break;
    }
  }
}
