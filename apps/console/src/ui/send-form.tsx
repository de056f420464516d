import { Dialog } from '@base-ui/react/dialog';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ApiError } from '../api/api-client.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import { isSaveKey } from './save-key.ts';

/** Goes to the first field that is wrong, which may be far from the button. */
function showError(inForm: HTMLElement | null): void {
  const form = inForm?.closest('form');
  if (!form) return;
  const message = form.querySelector('.field-error');
  const control = (message?.parentElement ?? form).querySelector<HTMLElement>('[aria-invalid]');
  if (control) control.focus();
  else message?.scrollIntoView({ block: 'nearest' });
}

const none: readonly string[] = [];

/** The server's messages about fields that the form does not show. Nothing else would say them. */
function useUnplaced(failure: ApiError | undefined, inForm: RefObject<HTMLElement | null>) {
  const [unplaced, setUnplaced] = useState(none);
  useLayoutEffect(() => {
    const shown = [...(inForm.current?.closest('form')?.querySelectorAll('.field-error') ?? [])].map(
      ({ textContent }) => textContent,
    );
    const messages = new Set(failure?.problem.errors?.map(({ message }) => message));
    const missing = [...messages].filter((message) => !shown.some((text) => text.includes(message)));
    setUnplaced(missing.length > 0 ? missing : none);
  }, [failure, inForm]);
  return unplaced;
}

interface SendFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** The state from `useSend`. If it leaves out the failure, the form explains failures itself. */
  readonly sending: { readonly isSending: boolean; readonly failure?: ApiError | undefined };
  readonly onSubmit: () => unknown;
  /** Problems found before anything was sent. */
  readonly problem?: string | undefined;
  readonly button: string;
  readonly buttonLook?: ComponentProps<typeof Button>['look'];
  /** The label of the button while the request is in progress, for example `Saving …`. */
  readonly busy?: string;
  readonly disabled?: boolean;
  /** The reason that nothing can be sent yet. */
  readonly blocked?: string | false | undefined;
  /** Lets Ctrl+Enter send the form from all its fields. */
  readonly savesByKey?: true;
  /** Adds a button that closes the surrounding dialog. */
  readonly inDialog?: true;
  /** Rendered after the button. */
  readonly beside?: ReactNode;
}

/**
 * A form that sends its content to the server. Above the button, it lists problems or the reason
 * for a failure. Typed text stays.
 */
export function SendForm({
  sending: { isSending, failure },
  onSubmit,
  problem,
  button,
  buttonLook = 'main',
  busy = button,
  disabled = false,
  blocked = false,
  savesByKey,
  inDialog,
  beside,
  onKeyDown,
  children,
  ...form
}: SendFormProps) {
  const blockedId = useId();
  const actions = useRef<HTMLDivElement>(null);
  const unplaced = useUnplaced(failure, actions);
  const isAtField = failure?.problem.errors?.some(({ message }) => message === failure.message) === true;
  const reasons = failure ? [...(isAtField ? none : [failure.message]), ...unplaced] : none;
  const isDisabled = disabled || blocked !== false;
  const [attempts, setAttempts] = useState(0);
  const lastFailure = useRef(failure);
  useEffect(() => {
    if (attempts > 0) showError(actions.current);
  }, [attempts]);
  useEffect(() => {
    lastFailure.current = failure;
    if (failure) showError(actions.current);
  }, [failure]);
  const submit = async () => {
    const before = lastFailure.current;
    await onSubmit();
    // A failure was shown when it came. By now, the person may have gone on.
    if (lastFailure.current === before) setAttempts((count) => count + 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys work in all its fields
    <form
      {...form}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (savesByKey !== true || !isSaveKey(event)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && !isDisabled) void submit();
      }}
    >
      {children}
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {reasons.length > 0 && (
        <Failure error={failure}>
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Failure>
      )}
      <div className="actions" ref={actions}>
        <Button
          type="submit"
          look={buttonLook}
          disabled={isDisabled || isSending}
          aria-describedby={blocked === false ? undefined : blockedId}
        >
          {isSending ? busy : button}
        </Button>
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
