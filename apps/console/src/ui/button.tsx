import type { ComponentProps } from 'react';
import { Link } from 'react-router';

const classes = {
  plain: 'button',
  main: 'button button-main',
  danger: 'button button-danger',
  quiet: 'button button-quiet',
  link: 'link-button',
} as const;

interface Looks {
  readonly look?: keyof typeof classes | undefined;
  /** Further classes. */
  readonly className?: string | undefined;
}

const classOf = ({ look = 'plain', className }: Looks) =>
  className === undefined ? classes[look] : `${classes[look]} ${className}`;

type ButtonProps = Looks &
  Omit<ComponentProps<'button'>, 'className' | 'onClick'> & {
    /** May return a promise, which handles its own failure (`useSend`). */
    readonly onClick?: () => unknown;
  };

/**
 * A button. It submits a form only with `type="submit"`. While it is disabled, pressing it does
 * nothing, but it keeps the focus, so that it can be disabled while its request is in progress.
 */
export function Button({ look, className, type = 'button', disabled, onClick, onKeyDown, ...props }: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      className={classOf({ look, className })}
      aria-disabled={disabled || undefined}
      onKeyDown={(event) => {
        // A held key presses once, although the button keeps the focus.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        onKeyDown?.(event);
      }}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else void onClick?.();
      }}
    />
  );
}

/** A link that looks like a button. */
export const LinkButton = ({ look, className, ...props }: Looks & Omit<ComponentProps<typeof Link>, 'className'>) => (
  <Link {...props} className={classOf({ look, className })} />
);
