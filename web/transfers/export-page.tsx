import { exports } from '../../contract/exports.ts';
import { type OwnWorkspace, readWorkspaces } from '../app/boards-data.ts';
import { NotFound } from '../app/not-found.tsx';
import { useResource } from '../app/resource.ts';
import type { Tab } from '../app/route.ts';
import { server } from '../app/session.ts';
import { Shell } from '../app/shell.tsx';
import { Loaded } from '../app/trouble.tsx';
import { t } from '../messages/t.ts';
import { transferTexts } from '../messages/transfers.ts';
import { ExportList, Start, useExports } from './exports.tsx';
import '../pages/panel.css';
import '../pages/profile.css';

const texts = transferTexts.exports;

/** Exports a whole workspace, and lists all of the user's exports. */
export function ExportPage({ id, tabs }: { id: string; tabs: readonly Tab[] }) {
  const workspaces = useResource<OwnWorkspace[]>('boards ', (signal) => readWorkspaces(undefined, signal));
  const all = useExports();
  const of = workspaces.value.value?.find((each) => each.id === id);
  return (
    <Shell title={of?.name ?? t.boards.workspace} tabs={tabs} mayCreate={of?.mayCreate}>
      <div class="settings">
        <Loaded of={workspaces}>
          {() =>
            of ? (
              <>
                <section>
                  <h2>{texts.title}</h2>
                  <p class="quiet">{texts.workspaceHint}</p>
                  <Start
                    begin={(body) =>
                      server.ask(exports.startWorkspace, { params: { workspacePublicId: id }, body })
                    }
                    begun={all.read}
                  />
                </section>
                <section>
                  <h2>{texts.all}</h2>
                  <ExportList all={all} />
                </section>
              </>
            ) : (
              <NotFound />
            )
          }
        </Loaded>
      </div>
    </Shell>
  );
}
