import type { OpenBoard } from '../board/open.ts';
import { reminderTexts as texts } from '../messages/card.ts';
import { isWholeDay } from '../messages/days.ts';
import { t } from '../messages/t.ts';
import { Choose } from '../ui/choose.tsx';
import { toast } from '../ui/toast.tsx';
import { cardsOn, changeCards } from './on-cards.ts';
import type { PicksProps } from './picks.tsx';
import { readSpan, usualMinutes, wordsOfReminder } from './reminder-words.ts';

/* When people are reminded of cards that have a due date. */

/** The max number of reminders that the service keeps. */
const most = 5;

const ascending = (minutes: Iterable<number>): number[] => [...new Set(minutes)].toSorted((a, b) => a - b);

const dated = (board: OpenBoard, ids: readonly string[]) =>
  cardsOn(board, ids).filter(({ dueDate }) => dueDate !== null);

const areDays = (cards: readonly { dueDate: string | null }[]): boolean =>
  cards.every(({ dueDate }) => dueDate !== null && isWholeDay(dueDate));

/** The reminders of cards, in words; undefined if there are none. */
export function remindersOf(board: OpenBoard, ids: readonly string[]): string | undefined {
  const cards = dated(board, ids);
  const all = ascending(cards.flatMap(({ reminders }) => reminders));
  const isDay = areDays(cards);
  return all.length === 0 ? undefined : texts.all(all.map((each) => wordsOfReminder(each, isDay)));
}

export function ReminderPicks({ board, cards: ids, close, isInDates = false }: PicksProps) {
  const cards = dated(board, ids);
  const isDay = areDays(cards);
  const all = ascending([...usualMinutes(isDay), ...cards.flatMap(({ reminders }) => reminders)]);
  const options = all.map((minutes) => {
    const text = wordsOfReminder(minutes, isDay);
    const having = cards.filter(({ reminders }) => reminders.includes(minutes)).length;
    const held = having === 0 ? 'none' : having === cards.length ? 'all' : 'some';
    return { id: String(minutes), text, shown: text, held } as const;
  });
  const turn = (minutes: number, isOff: boolean) => {
    if (!isOff && cards.some(({ reminders }) => !reminders.includes(minutes) && reminders.length >= most)) {
      toast(texts.most(most));
      return;
    }
    changeCards(board, ids, ({ dueDate, reminders }) =>
      dueDate === null || reminders.includes(minutes) !== isOff
        ? undefined
        : {
            reminders: isOff
              ? reminders.filter((each) => each !== minutes)
              : ascending([...reminders, minutes]),
          },
    );
  };
  return (
    <>
      <Choose
        label={texts.choose}
        options={options}
        turn={(id) =>
          turn(
            Number(id),
            options.some((each) => each.id === id && each.held === 'all'),
          )
        }
        create={{
          text: (given) => wordsOfReminder(readSpan(given, isDay) ?? 0, isDay),
          can: (given) => {
            const minutes = readSpan(given, isDay);
            return minutes !== undefined && !all.includes(minutes);
          },
          run: (given) => turn(readSpan(given, isDay) ?? 0, false),
        }}
      />
      {cards.every(({ reminders }) => reminders.length === 0) && <p class="field-hint">{texts.usual}</p>}
      {isInDates && (
        <button class="button plain" type="button" onClick={close}>
          {t.back}
        </button>
      )}
    </>
  );
}
