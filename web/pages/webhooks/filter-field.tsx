import { problemForTiles } from '../../../contract/filter/on-tiles.ts';
import { routes } from '../../../contract/routes.ts';
import { FilterField } from '../../app/filter-field.tsx';
import { useResource } from '../../app/resource.ts';
import { server } from '../../app/session.ts';
import { webhookTexts as texts } from '../../messages/settings.ts';

type Names = Record<'label' | 'list' | 'board', readonly string[]>;

const nothing: Names = { label: [], list: [], board: [] };

/** What the boards of a workspace are called, and what is on them. */
async function namesIn(workspacePublicId: string, signal: AbortSignal): Promise<Names> {
  const { reply } = await server.ask(routes.boards.list, { params: { workspacePublicId } }, { signal });
  const distinct = (of: readonly { name: string }[]) => [...new Set(of.map(({ name }) => name))];
  return {
    label: distinct(reply.flatMap(({ labels }) => labels)),
    list: distinct(reply.flatMap(({ lists }) => lists)),
    board: distinct(reply),
  };
}

/** The cards of whose events a webhook is told. */
export function CardsField({ workspace, value }: { workspace: string; value: string }) {
  const names = useResource(`names to filter by ${workspace}`, (signal) => namesIn(workspace, signal));
  const { value: known = nothing } = names.value;
  return (
    <FilterField
      label={texts.onlyCards}
      name="filter"
      value={value}
      hint={texts.onlyCardsHint}
      known={{ namesOf: (of) => (of === 'member' ? [] : known[of]), fields: [] }}
      problemIn={(text) => problemForTiles(text)}
    />
  );
}
