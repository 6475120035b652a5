import { effect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { problemOf } from '../app/problem.ts';
import { me, server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';
import { CardReader } from '../sync/card-reader.ts';
import { cardKeeperOf } from '../sync/storage.ts';
import { toast } from '../ui/toast.tsx';
import type { CardPart } from './part.ts';

/** Milliseconds; signed URLs of files are valid for at least five minutes. */
const fresh = 4 * 60_000;

interface Whole extends Pick<CardPart, 'attempt' | 'reader'> {
  part: Omit<CardPart, 'chooseFiles' | 'mayEdit'> | undefined;
}

/** Everything there is to show of a card, read again whenever something on it changes. */
export function useWhole(board: OpenBoard, id: string): Whole {
  const { store, parts } = board;
  const reader = useMemo(() => {
    const keeper = cardKeeperOf(me.peek()?.id ?? '', board.id, id);
    return new CardReader({ server, keeper, store, parts }, id);
  }, []);
  const say = (error: unknown) => toast(problemOf(error));
  useEffect(() => {
    void reader.begin().catch(say);
    const again = () => void reader.readAgain().catch(say);
    let isFirst = true;
    const end = effect(() => {
      const { id: changed } = board.changed.value;
      if (!isFirst && (changed === id || changed === null)) again();
      isFirst = false;
    });
    addEventListener('online', again);
    return () => {
      end();
      removeEventListener('online', again);
      reader.end();
    };
  }, []);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      say(error);
      return false;
    } finally {
      await reader.readAgain().catch(() => undefined);
    }
  };
  const card = reader.card.value;
  const hasFiles = card !== undefined && card.attachments.length > 0;
  useEffect(() => {
    if (!hasFiles) return undefined;
    const timer = setInterval(() => void reader.readAgain().catch(() => undefined), fresh);
    return () => clearInterval(timer);
  }, [hasFiles]);
  const { etag, isRead } = reader;
  return { reader, attempt, part: card && { board, store, id, card, etag, isRead, reader, attempt } };
}
