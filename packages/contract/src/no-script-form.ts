import type { StagedUpload } from './page-renderer.ts';

/**
 * A form that a browser without script posts to the page's own URL as `multipart/form-data`.
 * Answers have the names of their fields (`classMembers.3.classMemberFEIN` for a cell), files the
 * name of the documents item. These come besides.
 */
export const noScriptFields = {
  /** The idempotency key of the claim, one for each page sent. */
  key: 'formKey',
  version: 'formVersion',
  /** The pressed button (`FormAction`). Absent, as with the Enter key, it means SUBMIT. */
  action: 'do',
  /** The honeypot on forms that do not define one. */
  honeypot: 'homepage',
  /**
   * The login within the form, for visitors who are not logged in; on the login page, the IDs that
   * were refused, to be filled in again.
   */
  login: { noticeId: 'login.noticeId', uniqueId: 'login.uniqueId' },
  /** Present once the claimant was asked about statements left unconfirmed. */
  unconfirmed: 'unconfirmed',
  /** Precedes the id of a listed upload, so that the server can report one that it has lost. */
  stagedUpload: 'kept.',
  /** Where to send the link of a form that is saved. Empty means the address in the form. */
  savedFormEmail: 'save.email',
  /** The code of a saved form. */
  savedFormCode: 'save.code',
} as const;

/** The field of the log-out page whose value says what to end. */
export const logOutField = 'do';
export const logOutAction = { logOut: 'log-out', remove: 'remove' } as const;

/** The HTML id of the form, for controls outside the form element. */
export const formElementId = 'claim-form';
/** The HTML id where reading of a returned page begins: the fragment of the form's action. */
export const outcomeId = 'outcome';

/**
 * The query of a form's action. Browsers drop a cached page when its own URL is posted to. Going
 * back would then fetch a page with a new key, and the same form could be filed twice.
 */
export const noScriptSearch = '?posted';

/** The action of a button. Rows count from 0. */
export type FormAction =
  | {
      readonly name:
        | 'submit'
        | 'continue'
        | 'review'
        | 'file-another'
        | 'keep-claim'
        | 'save-form'
        | 'open-saved-form'
        | 'fill-in';
    }
  | { readonly name: 'add-row'; readonly field: string }
  | { readonly name: 'remove-row'; readonly field: string; readonly row: number }
  | { readonly name: 'remove-document'; readonly id: string };

/** As in `submit`, `add-row classMembers`, `remove-row classMembers 3`, `remove-document <id>`. */
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

/** The field value of a listed upload: its size in bytes and its name. */
export const formatStagedUpload = ({ name, size }: StagedUpload): string => `${size} ${name}`;

/** The listed upload that a field describes. Undefined for other fields. */
export function parseStagedUpload(field: string, value: string): StagedUpload | undefined {
  const [, size, name] = /^(\d{1,12}) (.+)$/.exec(value) ?? [];
  if (!field.startsWith(noScriptFields.stagedUpload) || size === undefined || name === undefined) return undefined;
  return { id: field.slice(noScriptFields.stagedUpload.length), name, size: Number(size) };
}

/** Unknown values mean SUBMIT. */
export function parseAction(value: string | undefined): FormAction {
  const [name = '', subject = '', place = ''] = (value ?? '').split(' ');
  switch (name) {
    case 'continue':
    case 'review':
    case 'file-another':
    case 'save-form':
    case 'open-saved-form':
    case 'keep-claim':
    case 'fill-in':
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
