import { ChevronDown } from 'lucide';
import { moment, time } from '../../messages/formats.ts';
import { inboxTexts as texts } from '../../messages/inbox.ts';
import { Icon } from '../../ui/icon.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Row } from './groups.ts';
import { changeAll } from './inbox.ts';
import { inHours, nextWeek, tomorrow } from './moments.ts';

/** Puts a row off until a later time. */
export function Later({ row }: { row: Row }) {
  const until = (when: Date) => {
    document.getElementById('later')?.hidePopover();
    void changeAll(row, { snoozeUntil: when.toISOString() });
    toast(texts.snoozedUntil(moment(when)));
  };
  const choices = [
    { text: texts.choices.hours, when: inHours(), at: time(inHours()) },
    { text: texts.choices.tomorrow, when: tomorrow(), at: moment(tomorrow()) },
    { text: texts.choices.week, when: nextWeek(), at: moment(nextWeek()) },
  ];
  return (
    <PopoverButton
      id="later"
      label={texts.later}
      class="button small"
      face={
        <>
          {texts.later} <Icon of={ChevronDown} size={14} />
        </>
      }
    >
      <div class="until">
        {choices.map(({ text, when, at }) => (
          <button key={text} class="line" type="button" onClick={() => until(when)}>
            <span>{text}</span>
            <span class="quiet">{at}</span>
          </button>
        ))}
      </div>
    </PopoverButton>
  );
}
