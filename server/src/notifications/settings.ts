import {
  type Channel,
  channels,
  defaultDigest,
  defaultTimings,
  type Override,
  type Timings,
} from '../../../contract/notification-settings.ts';
import { type NotificationKind, notificationKinds } from '../../../contract/notifications.ts';
import { picked } from '../base/picked.ts';

/* How somebody wants to be told: what they have set, over the defaults. */

type Kinds = Record<NotificationKind, Timings>;

/** What somebody has set, as it is stored. */
export interface StoredSettings {
  kinds?: { [K in NotificationKind]?: Partial<Timings> };
  digest?: Digest;
  quietHours?: QuietHours | null;
  overrides?: Override[];
  summary?: boolean;
  /** Whether they get no mail but of kinds for which they have asked since. */
  withoutMail?: true;
}

export interface Digest {
  hour: number;
  /** Days of the week, 1 for Monday to 7 for Sunday. */
  days: number[];
}

/** Times of day, as `22:00`. */
export interface QuietHours {
  from: string;
  to: string;
}

export interface Settings {
  kinds: Kinds;
  digest: Digest;
  quietHours: QuietHours | null;
  overrides: Override[];
  /** Whether they get a summary of their day by mail. */
  summary: boolean;
}

/** What somebody is told of, and where it happened. */
export interface Subject {
  kind: NotificationKind;
  boardId: string | null;
  workspaceId: string;
}

export const storedIn = (text: string | undefined): StoredSettings =>
  text === undefined ? {} : (JSON.parse(text) as StoredSettings);

/** The settings that hold. */
export const settingsFrom = ({
  kinds = {},
  digest = defaultDigest,
  quietHours = null,
  overrides = [],
  summary = false,
  withoutMail,
}: StoredSettings): Settings => ({
  kinds: Object.fromEntries(
    notificationKinds.map((kind) => [
      kind,
      { ...defaultTimings[kind], ...(withoutMail && { mail: 'off' }), ...kinds[kind] },
    ]),
  ) as Kinds,
  digest,
  quietHours,
  overrides,
  summary,
});

/** When somebody wants to be told of something by a channel: the board decides before its workspace, and that before all. */
export function timingOf<C extends Channel>(settings: Settings, subject: Subject, channel: C): Timings[C] {
  const { kind, boardId, workspaceId } = subject;
  const on = (those: Override | undefined): Timings[C] | undefined =>
    (those?.kinds?.[kind] as Partial<Timings> | undefined)?.[channel] ?? (those?.muted ? 'off' : undefined);
  const ofBoard = settings.overrides.find(
    ({ boardPublicId }) => boardPublicId !== undefined && boardPublicId === boardId,
  );
  const ofWorkspace = settings.overrides.find(({ workspacePublicId }) => workspacePublicId === workspaceId);
  return on(ofBoard) ?? on(ofWorkspace) ?? settings.kinds[kind][channel];
}

/** Part of the settings, as a request changes them. */
export interface SettingsChange {
  kinds?: StoredSettings['kinds'];
  digest?: Partial<Digest>;
  quietHours?: QuietHours | null;
  overrides?: Override[];
  summary?: boolean;
}

/** What is stored after a change; only what is known, whatever else a request has. */
export function changed(stored: StoredSettings, given: SettingsChange): StoredSettings {
  const { digest, quietHours, overrides, summary } = given;
  return {
    ...stored,
    kinds: merged(stored.kinds, given.kinds),
    ...(digest && { digest: picked({ ...defaultDigest, ...stored.digest, ...digest }, ['hour', 'days']) }),
    ...(quietHours !== undefined && { quietHours: quietHours && picked(quietHours, ['from', 'to']) }),
    ...(overrides && { overrides: overrides.map(overrideOf) }),
    ...(summary !== undefined && { summary }),
  };
}

/** What is stored once somebody wants no more mails. */
export function unsubscribed(stored: StoredSettings): StoredSettings {
  const others = ['page', 'push'] as const;
  const kinds = merged(undefined, stored.kinds, others);
  const overrides = stored.overrides?.map((each) => ({
    ...each,
    kinds: merged(undefined, each.kinds, others),
  }));
  return { ...stored, kinds, ...(overrides && { overrides }), summary: false, withoutMail: true };
}

const overrideOf = (given: Override): Override => ({
  ...picked(given, ['boardPublicId', 'workspacePublicId', 'muted']),
  kinds: merged(undefined, given.kinds),
});

function merged(
  stored: StoredSettings['kinds'],
  given: StoredSettings['kinds'],
  of: readonly Channel[] = channels,
): StoredSettings['kinds'] {
  const timings = notificationKinds.map(
    (kind) => [kind, picked({ ...stored?.[kind], ...given?.[kind] }, of)] as const,
  );
  return Object.fromEntries(timings.filter(([, each]) => Object.keys(each).length > 0));
}
