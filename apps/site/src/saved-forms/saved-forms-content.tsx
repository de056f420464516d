import { OpenDialog, OpenedNote } from './open-saved-form.tsx';
import { SaveDialog } from './save-dialog.tsx';
import type { SavedFormsProps } from './saved-forms.tsx';

export interface SavedFormsContentProps extends SavedFormsProps {
  readonly close: () => void;
}

export function SavedFormsContent(props: SavedFormsContentProps) {
  const { task, opened } = props.claimForm.savedForms;
  return (
    <>
      {task === 'save' && <SaveDialog {...props} />}
      {task === 'open' && <OpenDialog {...props} />}
      {opened && task !== 'open' && <OpenedNote {...props} opened={opened} />}
    </>
  );
}
