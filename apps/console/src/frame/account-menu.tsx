import { Menu } from '@base-ui/react/menu';
import type { StaffSession } from '@redress/contract/console/staff';
import { useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';

/** Names the person, and leads to their account and out. */
export function AccountMenu({ person }: { readonly person: StaffSession['person'] }) {
  const navigate = useNavigate();
  const signOut = async () => {
    await callApi('/session', { method: 'DELETE', isAsking: false }).catch(() => undefined);
    // Drafts survive the end of a session, but not a sign-out: somebody else may come.
    sessionStorage.clear();
    // A full load, so that nothing of this person stays in memory.
    location.assign('/console/sign-in');
  };
  return (
    <Menu.Root>
      <Menu.Trigger className="button button-quiet">{person.name}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={() => void navigate('/account')}>
              Your account
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => void signOut()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
