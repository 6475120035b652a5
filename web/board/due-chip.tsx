import { Calendar, Clock } from 'lucide';
import { isWholeDay } from '../messages/days.ts';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import { dateAndTime, longDate, shortDate, urgencyOf } from './due.ts';

interface DueChipProps {
  date: string;
  /** A card that is done is never late. */
  isDone: boolean;
  /** Next to its name, where there is room for the time of any day. */
  isNamed?: boolean;
}

/** A due date with the icon of its kind and its urgency: the same on tiles, on a card's page and among the user's cards. */
export const DueChip = ({ date, isDone, isNamed }: DueChipProps) => (
  <time
    class={`badge due ${isDone ? '' : urgencyOf(date, new Date())}`}
    dateTime={date}
    title={longDate(date)}
  >
    <Icon of={isWholeDay(date) ? Calendar : Clock} size={14} />
    {isNamed ? (
      dateAndTime(date)
    ) : (
      <>
        {' '}
        <span class="unseen">{t.board.due}</span> {shortDate(date)}
      </>
    )}
  </time>
);
