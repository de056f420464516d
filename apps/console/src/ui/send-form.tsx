import { Dialog } from '@base-ui/react/dialog';
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { ApiError } from '../api/api-client.ts';
import { Failure } from './failure.tsx';
import { isSaveKey } from './save-key.ts';

interface SendFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** From `useSend`. Without its failure, the form itself says why it failed. */
  readonly sending: { readonly isSending: boolean; readonly failure?: ApiError | undefined };
  readonly onSubmit: () => unknown;
  /** What is missing, as far as it was found before anything was sent. */
  readonly problem?: string | undefined;
  readonly button: string;
  readonly buttonLook?: 'button-main' | 'button-danger' | '';
  /** The label of the button while the request is on its way, such as `Saving …`. */
  readonly busy: string;
  readonly disabled?: boolean;
  /** Why nothing can be sent yet. */
  readonly blocked?: string | false | undefined;
  /** Ctrl+Enter sends it, from all its fields. */
  readonly savesByKey?: true;
  /** Has a button that closes the dialog around the form. */
  readonly inDialog?: true;
  /** Stands after the button. */
  readonly beside?: ReactNode;
}

/**
 * A form whose content goes to the server: above its button it says what is missing, or why it
 * failed. What was typed stays.
 */
export function SendForm({
  sending: { isSending, failure },
  onSubmit,
  problem,
  button,
  buttonLook = 'button-main',
  busy,
  disabled = false,
  blocked = false,
  savesByKey,
  inDialog,
  beside,
  children,
  ...form
}: SendFormProps) {
  const blockedId = useId();
  const isAtField = failure?.problem.errors?.some(({ message }) => message === failure.message) === true;
  const cannotSend = isSending || disabled || blocked !== false;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter works in all its fields
    <form
      {...form}
      onKeyDown={(event) => {
        if (savesByKey !== true || !isSaveKey(event)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!cannotSend) onSubmit();
      }}
    >
      {children}
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <Failure error={isAtField ? undefined : failure} />
      <div className="actions">
        <button
          type="submit"
          className={`button ${buttonLook}`.trim()}
          disabled={cannotSend}
          aria-describedby={blocked === false ? undefined : blockedId}
        >
          {isSending ? busy : button}
        </button>
        {inDialog && <Dialog.Close className="button">Cancel</Dialog.Close>}
        {beside}
        {blocked !== false && (
          <span className="soft" id={blockedId}>
            {blocked}
          </span>
        )}
      </div>
    </form>
  );
}
