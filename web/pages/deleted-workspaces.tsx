import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { go } from '../app/location.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { ago } from '../messages/formats.ts';
import { deletedTexts as texts } from '../messages/settings.ts';
import { toast } from '../ui/toast.tsx';
import { attempt } from './attempt.ts';
import { Head } from './settings-frame.tsx';

type Deleted = ReplyOf<typeof routes.workspaces.list>;

/** The workspaces in the trash that the user may restore. */
export function DeletedWorkspaces() {
  const all = useResource<Deleted>(
    'deleted workspaces',
    async (signal) =>
      (await server.ask(routes.workspaces.list, { query: { deleted: true } }, { signal })).reply,
  );
  const restore = (workspacePublicId: string, name: string) =>
    attempt(async () => {
      await server.ask(routes.workspaces.restore, { params: { workspacePublicId } });
      toast(texts.restored(name), { label: texts.open, run: () => go(`/w/${workspacePublicId}`) });
    }, all.read);
  return (
    <section>
      <Head title={texts.title} hint={texts.hint} />
      <Loaded of={all}>
        {(deleted) =>
          deleted.length === 0 ? (
            <p class="quiet">{texts.none}</p>
          ) : (
            <ul class="rows">
              {deleted.map(({ workspace: { publicId, name, deletedAt } }) => (
                <li key={publicId}>
                  <div class="grow">
                    <span dir="auto">{name}</span>
                    {deletedAt && <p class="quiet fine">{texts.deleted(ago(deletedAt))}</p>}
                  </div>
                  <button
                    class="button small"
                    type="button"
                    aria-label={texts.restoreNamed(name)}
                    onClick={() => void restore(publicId, name)}
                  >
                    {texts.restore}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
