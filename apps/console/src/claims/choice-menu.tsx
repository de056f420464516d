import { Menu } from '@base-ui/react/menu';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A button that names what was chosen, and a menu to choose any number of values. */
export function ChoiceMenu({
  label,
  choices,
  chosen,
  none = 'any',
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  /** Without a choice. */
  readonly none?: string;
  readonly onChange: (chosen: string[], last: string) => void;
}) {
  const names = chosen.map((value) => choices.find((choice) => choice.value === value)?.label ?? value);
  const summary = names.length > 2 ? `${names.length} chosen` : names.join(', ') || none;
  return (
    <Menu.Root>
      <Menu.Trigger className="button choice" data-chosen={chosen.length > 0 || undefined}>
        <span className="choice-label">{label}:</span> <span className="choice-value">{summary}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start">
          <Menu.Popup className="menu choice-menu">
            {choices.map(({ value, label: name }) => (
              <Menu.CheckboxItem
                key={value}
                className="menu-item choice-item"
                checked={chosen.includes(value)}
                closeOnClick={false}
                onCheckedChange={(isChosen) =>
                  onChange(isChosen ? [...chosen, value] : chosen.filter((each) => each !== value), value)
                }
              >
                <span className="choice-box" aria-hidden="true">
                  <Menu.CheckboxItemIndicator>✓</Menu.CheckboxItemIndicator>
                </span>
                {name}
              </Menu.CheckboxItem>
            ))}
            {choices.length === 0 && <p className="choice-none">There is nothing to choose yet.</p>}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
