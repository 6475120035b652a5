import { useState } from 'preact/hooks';
import type { ReplyOf } from '../../../contract/operation.ts';
import { routes } from '../../../contract/routes.ts';
import { problemOf } from '../../app/problem.ts';
import { server } from '../../app/session.ts';
import { workTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { toast } from '../../ui/toast.tsx';
import { type Day, onDay } from './days.ts';

export type MyCard = ReplyOf<typeof routes.cards.mine>['cards'][number];

/** The cards with the dates that they were moved to, which are shown at once and taken back if they are refused. */
export function useMoves(cards: readonly MyCard[]) {
  const [moved, setMoved] = useState<ReadonlyMap<string, string | null>>(new Map());
  const write = async (card: MyCard, dueDate: string | null): Promise<boolean> => {
    setMoved((now) => new Map(now).set(card.publicId, dueDate));
    try {
      await server.ask(routes.cards.update, {
        params: { cardPublicId: card.publicId },
        body: { dueDate },
      });
      return true;
    } catch (error) {
      setMoved((now) => new Map(now).set(card.publicId, card.dueDate));
      toast(problemOf(error));
      return false;
    }
  };
  /** Returns false if the card is on that day already. */
  const move = (card: MyCard, day: Day): boolean => {
    const dueDate = onDay(card.dueDate, day.date);
    if (dueDate === card.dueDate) return false;
    const undo = { label: t.undo.undo, run: () => void write({ ...card, dueDate }, card.dueDate) };
    void write(card, dueDate).then((isDone) => isDone && toast(texts.moved(card.title, day.text), undo));
    return true;
  };
  const shown = cards.map((card) => {
    const dueDate = moved.get(card.publicId);
    return dueDate === undefined ? card : { ...card, dueDate };
  });
  return { shown, move };
}
