import { resolveWithin } from '../browser/resolve-within.ts';
import type { RemoveDialogOptions } from './remove-dialog.tsx';

/**
 * "I'm on a shared computer": a link to the log-out page, which works without JavaScript. With
 * JavaScript it asks in a dialog, which loads on the click.
 */
export function RemoveLink({ label, ...options }: { readonly label: string } & RemoveDialogOptions) {
  return (
    <p className="shared-computer">
      <a
        href={options.path}
        onClick={(event) => {
          event.preventDefault();
          void resolveWithin(import('./remove-dialog.tsx'), 5_000).then((loaded) =>
            loaded ? loaded.openRemoveDialog(options) : location.assign(options.path),
          );
        }}
      >
        {label}
      </a>
    </p>
  );
}
