import { useState } from 'preact/hooks';
import { problemOf } from '../../app/problem.ts';
import { workTexts as texts } from '../../messages/settings.ts';
import { t } from '../../messages/t.ts';
import { toast } from '../../ui/toast.tsx';
import { type Day, onDay } from './days.ts';
import { reopen } from './next-card.ts';
import { type Row, store } from './rows.ts';

/**
 * The rows that are open, with the dates that they were moved to. What is changed is shown at once, and taken back if it is
 * refused.
 */
export function useMoves(rows: readonly Row[], again: () => Promise<void>) {
  const [moved, setMoved] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const write = async (row: Row, dueDate: string | null): Promise<boolean> => {
    setMoved((now) => new Map(now).set(row.id, dueDate));
    try {
      await store(row, { dueDate });
      return true;
    } catch (error) {
      setMoved((now) => new Map(now).set(row.id, row.dueDate));
      toast(problemOf(error));
      return false;
    }
  };
  /** Returns false if the row is on that day already. */
  const move = (row: Row, day: Day): boolean => {
    const dueDate = onDay(row.dueDate, day.date);
    if (dueDate === row.dueDate) return false;
    const undo = { label: t.undo.undo, run: () => void write({ ...row, dueDate }, row.dueDate) };
    void write(row, dueDate).then((isDone) => isDone && toast(texts.moved(row.title, day.text), undo));
    return true;
  };
  const writeDone = async (row: Row, completed: boolean): Promise<boolean> => {
    const show = (isDone: boolean) =>
      setDone((now) =>
        isDone ? new Set([...now, row.id]) : new Set([...now].filter((id) => id !== row.id)),
      );
    show(completed);
    const recurs = !row.isItem && Boolean(row.card.work?.recurrence);
    try {
      await (recurs && !completed ? reopen(row) : store(row, { completed }));
      // The next card of one that repeats is there now, or gone.
      if (recurs) void again();
      return true;
    } catch (error) {
      show(!completed);
      toast(problemOf(error));
      return false;
    }
  };
  const complete = (row: Row): void => {
    const undo = { label: t.undo.undo, run: () => void writeDone(row, false) };
    void writeDone(row, true).then((isDone) => {
      if (!isDone) return;
      toast(texts.isDone(row.title), undo);
    });
  };
  const open = rows.filter(({ id }) => !done.has(id));
  const shown = open.map((row) => {
    const dueDate = moved.get(row.id);
    return dueDate === undefined ? row : { ...row, dueDate };
  });
  return { shown, move, complete };
}
