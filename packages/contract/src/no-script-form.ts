import type { StagedUpload } from './page-renderer.ts';

/**
 * A form that a browser posts by itself, without the page's script: `multipart/form-data` to the page's own address. The answers travel
 * under the names of their fields (`classMembers.3.classMemberFEIN` for a cell), files under the name of the documents item, and these
 * beside them.
 */
export const noScriptFields = {
  /** One for each page that was sent: the idempotency key of the claim. */
  key: 'formKey',
  version: 'formVersion',
  /** Which button was pressed (`FormAction`); none means SUBMIT, as the Enter key does. */
  action: 'do',
  /** A field that no person sees, on every form without one of its own. */
  honeypot: 'homepage',
  /** The login asked in place, when none stands or it has ended. */
  login: { noticeId: 'login.noticeId', uniqueId: 'login.uniqueId' },
  /** Followed by the id of a document that the page lists: should the server not have it any more, its sender is told. */
  stagedUpload: 'kept.',
} as const;

/** The id of the form on a page: what stands outside of it belongs to it by this. */
export const formElementId = 'claim-form';
/** Where a page that comes back begins to be read: the form's address ends with it. */
export const outcomeId = 'outcome';

/**
 * Stands behind the path that a form is posted to. Browsers forget the page at an address that something was posted to: they would fetch it
 * anew when its reader goes back, and with another key the same form would be filed twice.
 */
export const noScriptSearch = '?posted';

/** The value of a button. `add`: another row. A row is given by its place from 0, a document by its id. */
export type FormAction =
  | { readonly name: 'submit' | 'continue' | 'file-another' }
  | { readonly name: 'add-row'; readonly field: string }
  | { readonly name: 'remove-row'; readonly field: string; readonly row: number }
  | { readonly name: 'remove-document'; readonly id: string };

/** `submit`, `continue`, `file-another`, `add-row classMembers`, `remove-row classMembers 3`, `remove-document <id>`. */
export function formatAction(action: FormAction): string {
  switch (action.name) {
    case 'submit':
    case 'continue':
    case 'file-another':
      return action.name;
    case 'add-row':
      return `add-row ${action.field}`;
    case 'remove-row':
      return `remove-row ${action.field} ${action.row}`;
    case 'remove-document':
      return `remove-document ${action.id}`;
  }
}

/** The size in bytes and the name of a document that a page lists. */
export const formatStagedUpload = ({ name, size }: StagedUpload): string => `${size} ${name}`;

/** A document that the page listed; undefined for a field that is none. */
export function parseStagedUpload(field: string, value: string): StagedUpload | undefined {
  const [, size, name] = /^(\d{1,12}) (.+)$/.exec(value) ?? [];
  if (!field.startsWith(noScriptFields.stagedUpload) || size === undefined || name === undefined) return undefined;
  return { id: field.slice(noScriptFields.stagedUpload.length), name, size: Number(size) };
}

/** Anything else than a button of ours is a SUBMIT: what it lacks will be said. */
export function parseAction(value: string | undefined): FormAction {
  const [name = '', subject = '', place = ''] = (value ?? '').split(' ');
  switch (name) {
    case 'continue':
    case 'file-another':
      return { name };
    case 'add-row':
      return { name, field: subject };
    case 'remove-row':
      return { name, field: subject, row: Number.parseInt(place, 10) };
    case 'remove-document':
      return { name, id: subject };
    default:
      return { name: 'submit' };
  }
}
