import { Plus } from 'lucide';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { fieldsOf } from '../board/field-values.ts';
import type { OpenBoard } from '../board/open.ts';
import { fieldTexts } from '../messages/fields.ts';
import { sharedFieldTexts as texts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import type { BoardInfo } from './board-info.ts';

interface UseFieldProps {
  board: OpenBoard;
  info: BoardInfo;
  close: () => void;
}

/** Offers the fields of the workspace that a board does not use yet. */
export function UseField({ board, info, close }: UseFieldProps) {
  const params = { workspacePublicId: info.workspace };
  const all = useResource(
    `fields of ${info.workspace}`,
    async (signal) => (await server.ask(routes.fields.listOfWorkspace, { params }, { signal })).reply,
  );
  const used = new Set(fieldsOf(board).map((field) => field.workspaceFieldPublicId));
  const use = async (workspaceFieldPublicId: string) => {
    try {
      const of = { boardPublicId: board.id, workspaceFieldPublicId };
      const { reply } = await server.ask(routes.fields.use, { params: of });
      board.store.put('field', reply.publicId, reply);
      close();
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    // biome-ignore lint: Escape closes what opened in place, and nothing else.
    <section
      class="edit-label"
      aria-label={texts.use}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <Loaded of={all}>
        {(fields) => {
          const free = fields.filter(({ publicId }) => !used.has(publicId));
          if (free.length === 0) return <p class="quiet">{texts.noneToUse}</p>;
          return (
            <ul class="label-rows">
              {free.map(({ publicId, name, type }) => (
                <li key={publicId}>
                  <span class="label wide">
                    {name} <span class="quiet">{fieldTexts.types[type]}</span>
                  </span>
                  <button
                    class="button plain icon-only small"
                    type="button"
                    aria-label={texts.useThis(name)}
                    title={texts.useThis(name)}
                    onClick={() => void use(publicId)}
                  >
                    <Icon of={Plus} />
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <div class="row wrap">
        {info.mayInWorkspace('workspace:manage') && (
          <a class="button plain" href={`/w/${info.workspace}/fields`}>
            {texts.toSettings}
          </a>
        )}
        <button class="button plain" type="button" onClick={close}>
          {t.cancel}
        </button>
      </div>
    </section>
  );
}
