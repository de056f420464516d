import { formElementId, noScriptFields } from '@redress/contract/no-script-form';
import { formKeyPlaceholder } from '@redress/contract/site-files';
import type { ClaimForm } from '@redress/forms/definition';
import type { FormMessages } from '../messages/form-en.ts';

/**
 * What a browser posts beside the answers. It stands outside of the island, tied to the form by its id: the server puts a key into each page
 * that it sends, and React would put back what was built.
 */
export function PostedBeside({ form, messages }: { readonly form: ClaimForm; readonly messages: FormMessages }) {
  const hasHoneypot = form.sections.some(({ items }) => items.some(({ kind }) => kind === 'honeypot'));
  return (
    <>
      <input type="hidden" form={formElementId} name={noScriptFields.key} defaultValue={formKeyPlaceholder} />
      <input type="hidden" form={formElementId} name={noScriptFields.version} defaultValue={form.version} />
      {!hasHoneypot && (
        <div className="visually-hidden" aria-hidden="true">
          <label>
            {messages.honeypot}
            <input type="text" form={formElementId} name={noScriptFields.honeypot} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      )}
    </>
  );
}
