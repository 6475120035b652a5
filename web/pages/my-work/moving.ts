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

/**
 * The cards that are open, with the dates that they were moved to. What is changed is shown at once, and taken back if it is
 * refused.
 */
export function useMoves(cards: readonly MyCard[]) {
  const [moved, setMoved] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
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
  const writeDone = async ({ publicId }: MyCard, completed: boolean): Promise<boolean> => {
    const show = (isDone: boolean) =>
      setDone((now) =>
        isDone ? new Set([...now, publicId]) : new Set([...now].filter((id) => id !== publicId)),
      );
    show(completed);
    try {
      await server.ask(routes.cards.update, { params: { cardPublicId: publicId }, body: { completed } });
      return true;
    } catch (error) {
      show(!completed);
      toast(problemOf(error));
      return false;
    }
  };
  const complete = (card: MyCard): void => {
    const undo = { label: t.undo.undo, run: () => void writeDone(card, false) };
    void writeDone(card, true).then((isDone) => isDone && toast(texts.isDone(card.title), undo));
  };
  const open = cards.filter(({ publicId }) => !done.has(publicId));
  const shown = open.map((card) => {
    const dueDate = moved.get(card.publicId);
    return dueDate === undefined ? card : { ...card, dueDate };
  });
  return { shown, move, complete };
}
