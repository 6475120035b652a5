import type { Language } from '../../../../contract/languages.ts';
import type { Pending, Scheduled } from '../../base/changes/mailing.ts';
import { day, minute } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { Settings } from '../settings.ts';
import { whenToSend } from '../when-to-send.ts';

/* What becomes of notifications that are due: which mails they make, which wait, and which are not mailed. */

/** Somebody who can be reached by mail. */
export interface Reader {
  userId: string;
  email: string;
  zone: string | null;
  language: Language;
  settings: Settings;
}

/** A mail to be sent. */
export interface Letter {
  mailId: string;
  reader: Reader;
  notifications: readonly Pending[];
}

/** More cards than this at once come in one mail, not in one each. */
const mostAtOnce = 3;

/** How far the clock of another node may be ahead of this one's; what is told later than that was put off. */
const ahead = minute;

type Verdict = 'never' | 'at-once' | 'digest' | { later: number };

function verdictOn(notification: Pending, reader: Reader | undefined, now: number): Verdict {
  const { readAt, archivedAt, toldAt, mailedTo, mailId, mailAt } = notification;
  const isOver = readAt !== null || archivedAt !== null || (mailedTo !== null && toldAt <= mailedTo);
  if (!reader || isOver || toldAt > now + ahead) return 'never';
  // A mail that is sent again was due before.
  const since = mailId === null ? mailAt : now - 7 * day;
  const sending = whenToSend(reader.settings, reader.zone, notification, 'mail', now, since);
  if (!sending) return 'never';
  return sending.at > now ? { later: sending.at } : sending.as;
}

/** The ids of the mails of somebody who was told too much for one turn, whose parts come one after another. */
export type MailIds = Readonly<Record<'at-once' | 'digest', string>>;

interface Times {
  now: number;
  until: number;
  mails?: MailIds | undefined;
}

/** Sorts what is pending for one reader; none if they cannot be reached. What is not due yet only joins what is. */
export function sortPending(
  pending: readonly Pending[],
  reader: Reader | undefined,
  { now, until, mails }: Times,
): { letters: Letter[]; scheduled: Scheduled[] } {
  const scheduled: Scheduled[] = [];
  const groups = new Map<string, Pending[]>();
  const add = (key: string, each: Pending) => groups.set(key, [...(groups.get(key) ?? []), each]);
  const waiting: [key: string, Pending][] = [];
  const keyOf = ({ workspaceId, id, cardId, mailId }: Pending, verdict: Verdict) => {
    const as = verdict === 'digest' ? verdict : 'at-once';
    return mailId ?? mails?.[as] ?? (as === 'digest' ? as : `at-once ${workspaceId} ${cardId ?? id}`);
  };
  for (const each of pending) {
    const { workspaceId, id, mailId, mailAt } = each;
    const verdict = verdictOn(each, reader, now);
    const key = keyOf(each, verdict);
    if (mailAt > now) {
      // The mail reaches up to its id's millisecond.
      if (verdict === 'at-once' && each.toldAt <= now - 1000) waiting.push([key, each]);
    } else if (verdict === 'never') scheduled.push({ workspaceId, id, mailAt: null, mailId: null });
    else if (typeof verdict === 'object') scheduled.push({ workspaceId, id, mailAt: verdict.later, mailId });
    else add(key, each);
  }
  for (const [key, each] of waiting) if (groups.has(key)) add(key, each);
  const letters = reader ? lettersOf(groups, reader, { now, mails }) : [];
  const claimed = letters.flatMap(({ mailId, notifications }) =>
    notifications.map(({ workspaceId, id }) => ({ workspaceId, id, mailAt: until, mailId })),
  );
  return { letters, scheduled: [...scheduled, ...claimed] };
}

function lettersOf(
  groups: ReadonlyMap<string, Pending[]>,
  reader: Reader,
  { now, mails }: Pick<Times, 'now' | 'mails'>,
): Letter[] {
  if (mails) return [...groups].map(([mailId, notifications]) => ({ mailId, reader, notifications }));
  return joined(groups).map((notifications) => ({
    mailId: notifications[0]?.mailId ?? newId(now),
    reader,
    notifications,
  }));
}

/** The notifications of each mail: those of many cards come together. */
function joined(groups: ReadonlyMap<string, Pending[]>): Pending[][] {
  const isOfCard = ([key]: [string, Pending[]]) => key.startsWith('at-once ');
  const single = [...groups].filter(isOfCard).map(([, those]) => those);
  const others = [...groups].filter((group) => !isOfCard(group)).map(([, those]) => those);
  return single.length > mostAtOnce ? [...others, single.flat()] : [...others, ...single];
}
