import { lookTexts as texts } from '../messages/card.ts';
import { bulk } from '../sync/bulk.ts';
import type { Entities } from '../sync/mutation.ts';
import type { MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { may } from './may.ts';
import type { OpenBoard } from './open.ts';

/* Cards that are templates, and what is made from them. Loaded once something needs them. */

type Card = Entities['card'];

/** The templates on a board, list by list. */
export const templatesOn = ({ store }: OpenBoard): Card[] =>
  store.lists
    .peek()
    .flatMap((list) => store.cardsOf(list).peek())
    .flatMap((id) => store.peek('card', id) ?? [])
    .filter(({ isTemplate }) => isTemplate);

/** In the menu of some cards: whether they are templates, and what is made from one. */
export function templateItems(board: OpenBoard, ids: readonly string[]): MenuItem[] {
  const cards = ids.flatMap((id) => board.store.peek('card', id) ?? []);
  const areTemplates = cards.every((card) => card.isTemplate);
  const [first] = cards;
  const makeOne = (template: Card) =>
    makeFrom(board, template, template.listPublicId, { after: template.publicId });
  return [
    ...(first && cards.length === 1 && areTemplates && may(board, 'card:create')
      ? [{ text: texts.makeFrom, run: () => makeOne(first) }]
      : []),
    ...(first && may(board, 'card:edit')
      ? [
          {
            text: areTemplates ? texts.makeOrdinary : texts.makeTemplate,
            run: () => turnTemplates(board, cards, !areTemplates),
          },
        ]
      : []),
  ];
}

function turnTemplates(board: OpenBoard, cards: readonly Card[], isTemplate: boolean): void {
  const operations = cards
    .filter((card) => (card.isTemplate ?? false) !== isTemplate)
    .map(({ publicId }) => ({ type: 'change' as const, cardPublicId: publicId, isTemplate }));
  board.do(bulk(board.store, operations));
}

/** Makes a card from a template in a list, at the end or below another card. It is shown once the service has made it. */
export function makeFrom(
  board: OpenBoard,
  { publicId, title }: Card,
  listPublicId: string,
  { named = '', after }: { named?: string; after?: string | undefined } = {},
): void {
  board.do(
    bulk(board.store, [
      {
        type: 'duplicate',
        cardPublicId: publicId,
        listPublicId,
        ...(named === '' ? {} : { title: named }),
        ...(after === undefined ? {} : { afterPublicId: after }),
      },
    ]),
  );
  toast(texts.madeFrom(title));
}
