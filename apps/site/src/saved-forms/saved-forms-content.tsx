import { OpenDialog, OpenedNote } from './open-saved-form.tsx';
import { SaveDialog } from './save-dialog.tsx';
import type { SavedFormsContentProps } from './savable-form.ts';

/** Loads on "Save and finish later", and for a link to a saved form. */
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
