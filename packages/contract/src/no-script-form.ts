import type { StagedUpload } from './uploads.ts';

/**
 * Browsers without JavaScript post a form to the page's own URL as `multipart/form-data`. Answers
 * have the names of their fields (`classMembers.3.classMemberFEIN` for a cell), files the name of
 * the documents item, and the rest these names.
 */
export const noScriptFields = {
  /** The idempotency key of the claim is new in each page sent. */
  key: 'formKey',
  version: 'formVersion',
  /** The pressed button is a `FormAction`. Absent, as with the Enter key, it means SUBMIT. */
  action: 'do',
  /** Forms that define no honeypot have this one. */
  honeypot: 'homepage',
  /**
   * Visitors who are not logged in log in within the form. On the login page, these fields carry
   * the refused IDs, which are filled in again.
   */
  login: { noticeId: 'login.noticeId', uniqueId: 'login.uniqueId' },
  /** The Notice ID that a returned form is for, in case its browser logs in to another notice. */
  loggedInAs: 'login.as',
  /** Present once the claimant was asked about statements left unconfirmed. */
  unconfirmed: 'unconfirmed',
  /** Precedes the id of a listed upload, so that the server can report one that it has lost. */
  stagedUpload: 'kept.',
  /** The link of a saved form goes to this address. Empty means the address in the form. */
  savedFormEmail: 'save.email',
  savedFormCode: 'save.code',
} as const;

/** The log-out page's field chooses between logging out and removing everything. */
export const logOutField = 'do';
export const logOutAction = { logOut: 'log-out', remove: 'remove' } as const;

/** Controls outside the form element refer to this HTML id. */
export const formElementId = 'claim-form';
/** The form's action has this fragment, so that reading of a returned page begins there. */
export const outcomeId = 'outcome';

/**
 * A form's action has this query, because browsers drop a cached page when its own URL is posted
 * to. Going back would then fetch a page with a new key, and the same form could be filed twice.
 */
export const noScriptSearch = '?posted';

const plainActions = [
  'submit',
  'continue',
  'review',
  'file-another',
  'keep-claim',
  'save-form',
  'open-saved-form',
  'fill-in',
] as const;
/** Rows count from 0. */
export type FormAction =
  | { readonly name: (typeof plainActions)[number] }
  | { readonly name: 'add-row'; readonly field: string }
  | { readonly name: 'remove-row'; readonly field: string; readonly row: number }
  | { readonly name: 'remove-document'; readonly id: string };

/** Writes `submit`, `add-row classMembers`, `remove-row classMembers 3`, `remove-document <id>`. */
export function formatAction(action: FormAction): string {
  switch (action.name) {
    case 'add-row':
      return `add-row ${action.field}`;
    case 'remove-row':
      return `remove-row ${action.field} ${action.row}`;
    case 'remove-document':
      return `remove-document ${action.id}`;
    default:
      return action.name;
  }
}

/** The attributes of a button that submits a form with an action. */
export const actionAttributes = (action: FormAction) =>
  ({ type: 'submit', name: noScriptFields.action, value: formatAction(action) }) as const;

/** Writes the size in bytes and the name of a listed upload as a field value. */
export const formatStagedUpload = ({ name, size }: StagedUpload): string => `${size} ${name}`;

/** Reads a listed upload. Undefined for other fields. */
export function parseStagedUpload(field: string, value: string): StagedUpload | undefined {
  const [, size, name] = /^(\d{1,12}) (.+)$/.exec(value) ?? [];
  if (!field.startsWith(noScriptFields.stagedUpload) || size === undefined || name === undefined) return undefined;
  return { id: field.slice(noScriptFields.stagedUpload.length), name, size: Number(size) };
}

/** Unknown values mean SUBMIT. */
export function parseAction(value: string | undefined): FormAction {
  const [name = '', subject = '', place = ''] = (value ?? '').split(' ');
  switch (name) {
    case 'add-row':
      return { name, field: subject };
    case 'remove-row':
      return { name, field: subject, row: Number.parseInt(place, 10) };
    case 'remove-document':
      return { name, id: subject };
    default:
      return { name: plainActions.find((plain) => plain === name) ?? 'submit' };
  }
}
