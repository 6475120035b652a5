import { t } from '../messages/t.ts';
import type { TurnBack } from '../sync/turn-back.ts';
import { once } from '../ui/once.ts';
import { toast } from '../ui/toast.tsx';
import { linePill } from './line.tsx';
import type { sayRefused as Say } from './refused.ts';
import { giveTextsBack } from './refused-texts.ts';

/* What changes may need is loaded after the board, because the first change comes later. */

type Undoing = { turnBack: TurnBack } & Pick<typeof import('./said.ts'), 'textOf' | 'leftText'>;

let loaded: Undoing | undefined;

/** Rejects without a connection; the next call tries again. */
export const prepareUndo = once(async () => {
  const [{ turnBack }, { textOf, leftText }] = await Promise.all([
    import('../sync/turn-back.ts'),
    import('./said.ts'),
  ]);
  loaded = { turnBack, textOf, leftText };
});

/** What undoes a step, and the words for it; to be called once it is prepared. */
export function undoing(): Undoing {
  if (!loaded) throw new Error('undo is not prepared');
  return loaded;
}

const inRefused = () => import('./refused.ts');

/** Reports changes that the server refused. They are no longer shown; what the user typed is kept. */
export function sayRefused(...given: Parameters<typeof Say>): void {
  giveTextsBack(given[0]);
  inRefused().then(
    (all) => all.sayRefused(...given),
    () => void toast(t.errors.title),
  );
}

export function prepareSoon(): void {
  for (const load of [prepareUndo, inRefused, linePill.load]) load().catch(() => undefined);
}
