import { Dialog } from '@base-ui/react/dialog';
import { Modal } from '../ui/modal.tsx';
import { ShortcutsSwitch } from '../ui/shortcuts-switch.tsx';

const keys: readonly (readonly [key: string, effect: string])[] = [
  ['/', 'Search'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['n', 'Add a note to the claim or the decision'],
  ['c', 'Log a call about the claim or class member'],
  ['e', 'Correct the answer in focus, or choose one'],
  ['a', 'Approve'],
  ['r', 'Reduce'],
  ['d', 'Deficient; in Approvals, decline'],
  ['x', 'Deny; in Approvals, select'],
  ['1 – 0', 'Choose a reason'],
  ['m', 'Enter the recognized amount'],
  ['Ctrl+Enter', 'Confirm the decision; in Approvals, decline'],
  ['Escape', 'Leave a field, so that the keys work again'],
  ['u', 'Undo the last decision'],
  ['v', 'Show the next document of the claim'],
  ['[ and ]', 'Show the previous or the next document'],
  ['+, − and 0', 'Zoom in, zoom out, or fit the document to the width'],
  ['o', 'Compare with the other claim, then the next'],
  ['s', 'Skip this claim in the queue'],
  ['?', 'Show these keys'],
];

/** The list of shortcuts. */
export function KeyList({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keys" startsAtTop onClose={onClose}>
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
      <ShortcutsSwitch>Use single-key shortcuts</ShortcutsSwitch>
      <Dialog.Close className="button">Close</Dialog.Close>
    </Modal>
  );
}
