import type { IconNode } from 'lucide';
import {
  Archive,
  CalendarDays,
  ChevronRight,
  Download,
  Globe,
  History,
  ListPlus,
  Mail,
  MessagesSquare,
  Settings,
  SlidersHorizontal,
  Tag,
  TextCursorInput,
  Trash2,
  Users,
  Zap,
} from 'lucide';
import { Faces } from '../board/faces.tsx';
import { may, mayInWorkspace } from '../board/may.ts';
import { isCompact } from '../board/narrow.ts';
import { usePeople } from '../board/people.ts';
import { panelTexts } from '../messages/pages.ts';
import { t } from '../messages/t.ts';
import { Icon } from '../ui/icon.tsx';
import type { PanelRoot } from './board-info.ts';

/** By the last part of the address. */
const icons: Readonly<Record<string, IconNode>> = {
  members: Users,
  labels: Tag,
  fields: TextCursorInput,
  rules: Zap,
  proposals: ListPlus,
  activity: History,
  archive: Archive,
  trash: Trash2,
  settings: Settings,
  export: Download,
  calendar: CalendarDays,
  mailbox: Mail,
  channels: MessagesSquare,
};

/** What there is on a board besides its cards: an icon, a name and a value each. */
export function PanelRows({ board, rows }: PanelRoot) {
  const { store } = board;
  const people = usePeople(board);
  const { access = 'workspace', visibility } = store.get('board', board.id).value ?? {};
  const values: Readonly<Record<string, string>> = {
    members: t.filter.count(people.length),
    labels: t.filter.count(store.labels.value.length),
    fields: t.filter.count(store.fields.value.length),
  };
  const partOf = (href: string) => /\/(\w+)(?:\?|$)/.exec(href)?.[1] ?? '';
  const hidden = new Set([
    // Only those who manage webhooks can open it.
    ...(mayInWorkspace(board, 'workspace:manage') ? [] : ['channels']),
    ...(may(board, 'card:create') ? [] : ['mailbox']),
  ]);
  const members = rows.find(({ link }) => partOf(link.href) === 'members');
  return (
    <>
      {isCompact.value && (
        <span class="people">
          <Faces board={board} />
        </span>
      )}
      <ul class="panel-rows">
        {rows.map(({ text, link }) => {
          const part = partOf(link.href);
          return hidden.has(part) ? null : (
            <li key={part}>
              <a class="line" {...link}>
                <Icon of={icons[part] ?? SlidersHorizontal} />
                {text}
                <span class="value">
                  {values[part]}
                  <Icon of={ChevronRight} size={14} />
                </span>
              </a>
            </li>
          );
        })}
        {members && (
          <li>
            <a class="line" {...members.link}>
              <Icon of={Globe} />
              {panelTexts.openTo}
              <span class="value">
                {visibility === 'public' ? panelTexts.everyone : panelTexts.accessShort[access]}
                <Icon of={ChevronRight} size={14} />
              </span>
            </a>
          </li>
        )}
      </ul>
    </>
  );
}
