import { type ReactNode, useState } from 'react';
import { areShortcutsOn, switchShortcuts } from './use-shortcuts.ts';

/** Switches single keys on and off. */
export function ShortcutsSwitch({ children }: { readonly children: ReactNode }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => {
          switchShortcuts(event.target.checked);
          setOn(event.target.checked);
        }}
      />
      {children}
    </label>
  );
}
