import { routes } from '../../contract/routes.ts';
import { useResource } from '../app/resource.ts';
import { server } from '../app/session.ts';
import { Loaded } from '../app/trouble.tsx';
import { someBoardsTexts as texts } from '../messages/settings.ts';
import { Choose } from '../ui/choose.tsx';
import { PopoverButton } from '../ui/popover.tsx';

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

/** How the boards to which something is limited are named; those that cannot be seen are counted. */
export function namesOf(ids: readonly string[], boards: readonly NamedBoard[]): string {
  const names = boards.flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
  const rest = ids.length - names.length;
  return texts.listed(rest > 0 ? [...names, texts.others(rest)] : names);
}

interface SomeBoardsProps {
  workspace: string;
  chosen: readonly string[];
  choose: (chosen: string[]) => void;
  /** What it says when none is chosen. */
  none?: string;
  /** What it means that some are chosen. */
  hint: string;
}

/** A field for the boards of a workspace to which something is limited. */
export function SomeBoards({ workspace, chosen, choose, none = texts.all, hint }: SomeBoardsProps) {
  const boards = useResource(`boards to choose from ${workspace}`, (signal) => boardsOf(workspace, signal));
  return (
    <div class="field">
      <span class="field-label">{texts.label}</span>
      <PopoverButton
        id="some-boards"
        label={texts.label}
        class="input one-line"
        face={chosen.length === 0 ? none : namesOf(chosen, boards.value.value ?? [])}
      >
        <Loaded of={boards}>
          {(all) => (
            <Choose
              label={texts.find}
              options={all.map(({ id, name }) => ({
                id,
                text: name,
                shown: <bdi class="one-line">{name}</bdi>,
                held: chosen.includes(id) ? 'all' : 'none',
              }))}
              turn={(id) =>
                choose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
              }
              empty={texts.none}
            />
          )}
        </Loaded>
      </PopoverButton>
      {chosen.length > 0 && <span class="field-hint">{hint}</span>}
    </div>
  );
}
