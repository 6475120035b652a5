import { readBoards } from '../../app/boards-data.ts';
import { useResource } from '../../app/resource.ts';
import { toldTexts as texts } from '../../messages/settings.ts';
import { Head } from '../settings-frame.tsx';
import type { PartProps } from './part.ts';

/** Boards and workspaces on which something differs. */
export function Elsewhere({ settings: { overrides }, change }: PartProps) {
  const names = useResource<ReadonlyMap<string, string>>('names-of-places', async (signal) => {
    const workspaces = await readBoards({ type: 'regular' }, undefined, signal);
    return new Map(
      workspaces.flatMap(({ id, name, boards }) => [
        [id, name] as const,
        ...boards.map((board) => [board.publicId, board.name] as const),
      ]),
    );
  });
  const places = overrides.map((override) => {
    const id = override.boardPublicId ?? override.workspacePublicId ?? '';
    return { id, name: names.value.value?.get(id) ?? texts.gone, isMuted: override.muted === true };
  });
  return (
    <section>
      <Head title={texts.elsewhere} />
      <ul class="rows">
        {places.map(({ id, name, isMuted }, index) => (
          <li key={id}>
            <div class="grow">
              <span dir="auto">{name}</span>
              <p class="quiet">{isMuted ? texts.muted : texts.differs}</p>
            </div>
            <button
              class="button small"
              type="button"
              aria-label={texts.removeFrom(name)}
              onClick={() => void change({ overrides: overrides.filter((_, each) => each !== index) })}
            >
              {texts.remove}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
