import { type ReactNode, useState } from 'react';
import { Checkbox } from './choices.tsx';
import { areShortcutsOn, switchShortcuts } from './use-shortcuts.ts';

/** Switches single keys on and off. */
export function ShortcutsSwitch({ children }: { readonly children: ReactNode }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  return (
    <Checkbox
      label={children}
      checked={isOn}
      onChange={(isChecked) => {
        switchShortcuts(isChecked);
        setOn(isChecked);
      }}
    />
  );
}
