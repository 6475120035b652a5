import { archiveTexts } from '../messages/pages.ts';
import { settingsTexts } from '../messages/settings.ts';
import { namesOf, restorable, TrashOf } from './archive.tsx';
import { Head } from './settings-frame.tsx';
import type { WorkspacePart } from './workspace.tsx';

/** What was deleted in a workspace, and can be restored. */
export const WorkspaceTrash = ({ known: { workspace, may } }: WorkspacePart) => (
  <section>
    <Head title={settingsTexts.trash} hint={archiveTexts.trashHint} />
    <TrashOf
      workspace={workspace.publicId}
      people={namesOf(workspace.members)}
      mayRestore={(type) => restorable[type].every((each) => may.has(each))}
    />
  </section>
);
