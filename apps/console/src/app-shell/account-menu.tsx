import { Menu } from '@base-ui/react/menu';
import type { StaffSession } from '@redress/contract/console/staff';
import { useNavigate } from 'react-router';
import { signOut } from '../api/use-session.ts';
import { sendUnsavedCalls } from '../claim-details/unsaved-phone-calls.ts';

/** Names the person, and links to their account and the sign-out. */
export function AccountMenu({ person }: { readonly person: StaffSession['person'] }) {
  const navigate = useNavigate();
  const leave = async () => {
    // If a call could not be saved, the screen shows the reason.
    if (await sendUnsavedCalls()) await signOut();
  };
  return (
    <Menu.Root>
      <Menu.Trigger className="button button-quiet account-button">{person.name}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={() => void navigate('/account')}>
              Your account
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => void leave()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
