import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../contract/client.ts';
import { routes } from '../../contract/routes.ts';
import type { OpenBoard } from '../board/open.ts';
import { problemOf } from '../pages/form.tsx';
import { server } from '../pages/session.ts';
import { toast } from '../ui/toast.tsx';
import type { CardPart, WholeCard } from './part.ts';

/** Milliseconds; addresses of files expire after five minutes at the soonest. */
const fresh = 4 * 60_000;

interface Whole extends Pick<CardPart, 'attempt' | 'show'> {
  read: { card: WholeCard; etag: string } | undefined;
  isGone: boolean;
}

/** All that there is to say of a card, and read again whenever something of it changes. */
export function useWhole(board: OpenBoard, id: string): Whole {
  const [read, setRead] = useState<Whole['read']>();
  const [isGone, setGone] = useState(false);
  const reading = useRef<{ again: boolean } | undefined>(undefined);

  const readAgain = async (): Promise<void> => {
    // Whatever happens while it is being read may not be part of it.
    if (reading.current) {
      reading.current.again = true;
      return;
    }
    const now = { again: true };
    reading.current = now;
    try {
      while (now.again) {
        now.again = false;
        const { reply, etag = '' } = await server.ask(routes.cards.get, { params: { cardPublicId: id } });
        if (!now.again) setRead({ card: reply, etag });
      }
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) setGone(true);
      else throw error;
    } finally {
      reading.current = undefined;
    }
  };
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      toast(problemOf(error));
      return false;
    } finally {
      await readAgain().catch(() => undefined);
    }
  };

  const changed = board.changed.value;
  useEffect(() => {
    if (!read || changed.id === id) void readAgain().catch((error: unknown) => toast(problemOf(error)));
  }, [changed]);
  const hasFiles = read !== undefined && read.card.attachments.length > 0;
  useEffect(() => {
    if (!hasFiles) return undefined;
    const timer = setInterval(() => void readAgain().catch(() => undefined), fresh);
    return () => clearInterval(timer);
  }, [hasFiles]);
  return {
    read,
    isGone,
    attempt,
    show: (card) => setRead((before) => before && { ...before, card }),
  };
}
