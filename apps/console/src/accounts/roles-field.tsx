import { everyCase, type RoleInCase, roleLabels, roles as allRoles } from '@redress/contract/console/staff';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../api/use-session.ts';
import { isSameRole, roleDescriptions } from './role-descriptions.ts';
import { Checkbox } from '../ui/choices.tsx';

interface RolesFieldProps {
  readonly value: readonly RoleInCase[];
  readonly error: string | undefined;
  readonly onChange: (roles: readonly RoleInCase[]) => void;
}

/** Selects roles, each in every case or in some cases. */
export function RolesField({ value, error, onChange }: RolesFieldProps) {
  const { cases } = useSession().settlement;
  const id = useId();
  const has = (each: RoleInCase) => value.some((held) => isSameRole(held, each));
  const toggle = (each: RoleInCase, isOn: boolean) => {
    // A role is either in every case or limited to some.
    const replaces = (held: RoleInCase) =>
      isOn && held.role === each.role && (each.caseId === everyCase || held.caseId === everyCase);
    const rest = value.filter((held) => !isSameRole(held, each) && !replaces(held));
    onChange(isOn ? [...rest, each] : rest);
  };
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="field-label">Roles</legend>
      {allRoles.map((role) => {
        const inAll = { role, caseId: everyCase };
        return (
          <div key={role} className="roles-field-role">
            <Checkbox
              label={roleLabels[role]}
              aria-describedby={`${id}-${role}`}
              checked={has(inAll)}
              onChange={(isOn) => toggle(inAll, isOn)}
            />
            <p id={`${id}-${role}`} className="field-hint">
              {roleDescriptions[role]}
            </p>
            {role !== 'admin' && cases.length > 1 && (
              <Limits isOpen={value.some((held) => held.role === role && held.caseId !== everyCase)}>
                {cases.map(({ id: caseId, caption }) => (
                  <label key={caseId} className="check">
                    <input
                      type="checkbox"
                      checked={has({ role, caseId })}
                      onChange={(event) => toggle({ role, caseId }, event.target.checked)}
                    />
                    <span>
                      <span className="visually-hidden">{roleLabels[role]} in </span>
                      {caption}
                    </span>
                  </label>
                ))}
              </Limits>
            )}
          </div>
        );
      })}
      {/* Beside the button, because the list can be taller than the window. */}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The cases of a role. They stay open when the last one is cleared, in which the focus is. */
function Limits(props: { readonly isOpen: boolean; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(props.isOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Limit to certain cases</summary>
      {props.children}
    </details>
  );
}
