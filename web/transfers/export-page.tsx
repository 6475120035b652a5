import { exports } from '../../contract/exports.ts';
import { server } from '../app/session.ts';
import { transferTexts } from '../messages/transfers.ts';
import { Head } from '../pages/settings-frame.tsx';
import type { WorkspacePart } from '../pages/workspace.tsx';
import { ExportList, Start, useExports } from './exports.tsx';

const texts = transferTexts.exports;

/** Exports a whole workspace, and lists all of the user's exports. */
export function ExportPage({ known: { workspace } }: WorkspacePart) {
  const all = useExports();
  const params = { workspacePublicId: workspace.publicId };
  return (
    <>
      <section>
        <Head title={texts.title} hint={texts.workspaceHint} />
        <Start begin={(body) => server.ask(exports.startWorkspace, { params, body })} begun={all.read} />
      </section>
      <section>
        <Head title={texts.all} />
        <ExportList all={all} />
      </section>
    </>
  );
}
