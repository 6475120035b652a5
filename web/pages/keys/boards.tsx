import { routes } from '../../../contract/routes.ts';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { Loaded } from '../../app/trouble.tsx';
import { keyTexts as texts } from '../../messages/settings.ts';
import { Choose } from '../../ui/choose.tsx';
import { PopoverButton } from '../../ui/popover.tsx';

export interface NamedBoard {
  id: string;
  name: string;
}

/** The boards of a workspace that the caller sees, by name. */
export async function boardsOf(workspacePublicId: string, signal: AbortSignal): Promise<NamedBoard[]> {
  const params = { workspacePublicId };
  const { reply } = await server.ask(routes.boards.list, { params }, { signal });
  return reply
    .map(({ publicId, name }) => ({ id: publicId, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** How the boards of a key are named; those that can no longer be seen are counted. */
export function namesOf(ids: readonly string[], boards: readonly NamedBoard[]): string {
  const names = boards.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
  const rest = ids.length - names.length;
  return texts.listed(rest > 0 ? [...names, texts.otherBoards(rest)] : names);
}

interface KeyBoardsProps {
  workspace: string;
  chosen: readonly string[];
  choose: (chosen: string[]) => void;
}

/** The boards that a new key opens. */
export function KeyBoards({ workspace, chosen, choose }: KeyBoardsProps) {
  const boards = useResource(`boards of keys ${workspace}`, (signal) => boardsOf(workspace, signal));
  return (
    <div class="field">
      <span class="field-label">{texts.boards}</span>
      <PopoverButton
        id="key-boards"
        label={texts.boards}
        class="input one-line"
        face={chosen.length === 0 ? texts.allBoards : namesOf(chosen, boards.value.value ?? [])}
      >
        <Loaded of={boards}>
          {(all) => (
            <Choose
              label={texts.findBoard}
              options={all.map(({ id, name }) => ({
                id,
                text: name,
                shown: <bdi class="one-line">{name}</bdi>,
                held: chosen.includes(id) ? 'all' : 'none',
              }))}
              turn={(id) =>
                choose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
              }
              empty={texts.noBoards}
            />
          )}
        </Loaded>
      </PopoverButton>
      {chosen.length > 0 && <span class="field-hint">{texts.onlyBoards}</span>}
    </div>
  );
}
