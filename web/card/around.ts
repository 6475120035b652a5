import { useMemo } from 'preact/hooks';
import { here } from '../app/location.ts';
import type { OpenBoard } from '../board/open.ts';
import type { Around } from '../ui/around.ts';
import { isPicture } from './file-kind.ts';
import type { CardPart } from './part.ts';
import { cardsOfWorkspace, doneText } from './references.ts';

/** What texts on the card can refer to. */
export function useAround(board: OpenBoard, card: CardPart['card'] | undefined): Around {
  const { store } = board;
  const names = store.members.value.flatMap((id) => store.get('member', id).value?.user?.name ?? []);
  const files = card?.attachments.map(({ publicId, url }) => `${publicId} ${url}`).join() ?? '';
  const { workspacePublicId: workspace, cardPrefix: prefix = '' } = card ?? {};
  return useMemo(
    (): Around => ({
      fileOf(fileId) {
        const found = card?.attachments.find(({ publicId }) => publicId === fileId);
        return found && { url: here(found.url), isPicture: isPicture(found.contentType) };
      },
      prefix,
      cardOf(number) {
        for (const list of store.lists.peek())
          for (const each of store.cardsOf(list).peek()) {
            const found = store.get('card', each).peek();
            if (found?.cardNumber === number) return { id: each, title: found.title, done: doneText(found) };
          }
        return undefined;
      },
      ...(workspace === undefined
        ? {}
        : { cardsElsewhere: (numbers) => cardsOfWorkspace(workspace, prefix, numbers) }),
      members: names,
      nameOf: (member) => store.get('member', member).peek()?.user?.name ?? undefined,
    }),
    [files, names.join('\n'), workspace, prefix],
  );
}
