import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { areShortcutsOn, switchShortcuts, useShortcuts } from '../layout/use-shortcuts.ts';

const keys: readonly (readonly [key: string, effect: string])[] = [
  ['/', 'Search'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['n', 'Add a note to the claim'],
  ['c', 'Log a call about the claim'],
  ['?', 'Show these keys'],
];

/** The list of keys, opened with `?`. */
export function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(areShortcutsOn);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>Keys</Dialog.Title>
          <dl className="keys">
            {keys.map(([key, effect]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
          <label className="check">
            <input
              type="checkbox"
              checked={isOn}
              onChange={(event) => {
                switchShortcuts(event.target.checked);
                setOn(event.target.checked);
              }}
            />
            Single keys work
          </label>
          <Dialog.Close className="button">Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
