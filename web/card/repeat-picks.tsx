import { useState } from 'preact/hooks';
import type { Recurrence } from '../../contract/recurrence.ts';
import { browserZone } from '../app/own-zone.ts';
import { firstDayOfWeek } from '../board/filter.ts';
import type { OpenBoard } from '../board/open.ts';
import { repeatTexts as texts } from '../messages/card.ts';
import { localOf, wholeDayOf } from '../messages/days.ts';
import { t } from '../messages/t.ts';
import { Choose } from '../ui/choose.tsx';
import { type Card, cardsOn, changeCards } from './on-cards.ts';
import type { PicksProps } from './picks.tsx';
import { RepeatForm } from './repeat-form.tsx';
import { isSameRecurrence, usualFor, writeRule } from './repeat-rule.ts';
import { wordsOf, wordsOfRecurrence } from './repeat-words.ts';

/* How cards repeat: the usual ways as a list, and others by a form. */

/** What all of the cards have; undefined if they differ. */
function sharedBy(cards: readonly Card[]): Recurrence | null | undefined {
  const [first, ...others] = cards.map(({ recurrence }) => recurrence);
  return others.every((each) => isSameRecurrence(each, first ?? null)) ? first : undefined;
}

/** How cards repeat, in words. */
export function repeatOf(board: OpenBoard, ids: readonly string[]): string {
  const shared = sharedBy(cardsOn(board, ids));
  if (shared === undefined) return texts.several;
  return shared ? wordsOfRecurrence(shared) : texts.never;
}

/** The day that the usual ways begin with: midnight in UTC. */
function dayOf([card]: readonly Card[]): string {
  const date = card?.dueDate ?? card?.startDate;
  return wholeDayOf(date ? localOf(date) : new Date());
}

export function RepeatPicks({ board, cards: ids, close, isInDates = false }: PicksProps) {
  const [isCustom, setCustom] = useState(false);
  const cards = cardsOn(board, ids);
  const shared = sharedBy(cards);
  const timeZone = shared?.timeZone ?? browserZone();
  const set = (recurrence: Recurrence | null) => {
    changeCards(board, ids, (card) =>
      isSameRecurrence(card.recurrence, recurrence) ? undefined : { recurrence },
    );
    close();
  };
  if (isCustom)
    return (
      <RepeatForm
        day={dayOf(cards)}
        given={shared ?? undefined}
        set={(given) => set({ ...given, timeZone })}
        back={() => setCustom(false)}
      />
    );
  const words = shared ? wordsOfRecurrence(shared) : undefined;
  const usual = usualFor(dayOf(cards)).map((repeat) => {
    const rule = writeRule(repeat, firstDayOfWeek());
    return [wordsOf(repeat, 'due'), { rule, from: 'due', timeZone }] as const;
  });
  const isOther = words !== undefined && usual.every(([text]) => text !== words);
  const option = (text: string, isHeld: boolean) =>
    ({ id: text, text, shown: text, held: isHeld ? 'all' : 'none' }) as const;
  const options = [
    option(texts.never, shared === null),
    ...(isOther ? [option(words, true)] : []),
    ...usual.map(([text]) => option(text, text === words)),
    option(texts.custom, false),
  ];
  const turn = (text: string) => {
    const [, chosen] = usual.find(([each]) => each === text) ?? [];
    if (text === texts.custom) setCustom(true);
    else if (text === words) close();
    else set(chosen ?? null);
  };
  return (
    <>
      <Choose label={texts.choose} options={options} turn={turn} isSingle />
      {isInDates && (
        <button class="button plain" type="button" onClick={close}>
          {t.back}
        </button>
      )}
    </>
  );
}
