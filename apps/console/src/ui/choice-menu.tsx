import './choice-menu.css';
import { Menu } from '@base-ui/react/menu';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface ChoiceMenuProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  /** Replaces the names of the chosen values. */
  readonly summary?: string | undefined;
  readonly onChange: (chosen: string[], last: string) => void;
  readonly closeOnClick?: boolean;
}

/** A button that names the choice, and a menu to choose any number of values. */
export function ChoiceMenu({ label, choices, chosen, summary, onChange, closeOnClick = false }: ChoiceMenuProps) {
  const names = chosen.map((value) => choices.find((choice) => choice.value === value)?.label ?? value);
  const named = names.length > 2 ? `${names.length} chosen` : names.join(', ') || 'Any';
  return (
    <Menu.Root>
      <Menu.Trigger className="button choice" data-chosen={(summary === undefined && chosen.length > 0) || undefined}>
        <span className="choice-label">{label}:</span> <span className="choice-value">{summary ?? named}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start">
          <Menu.Popup className="menu choice-menu">
            {choices.map(({ value, label: name }) => (
              <Menu.CheckboxItem
                key={value}
                className="menu-item choice-item"
                checked={chosen.includes(value)}
                closeOnClick={closeOnClick}
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
            {choices.length === 0 && <p className="choice-none">No options yet.</p>}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface OneChoiceMenuProps extends Pick<ChoiceMenuProps, 'label' | 'choices' | 'summary'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The same for one value at most. Choosing it again removes it. */
export const OneChoiceMenu = ({ value, onChange, ...menu }: OneChoiceMenuProps) => (
  <ChoiceMenu
    {...menu}
    chosen={value === '' ? [] : [value]}
    closeOnClick
    onChange={(_, last) => onChange(last === value ? '' : last)}
  />
);
