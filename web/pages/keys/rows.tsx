import type { ReplyOf } from '../../../contract/operation.ts';
import type { users } from '../../../contract/users.ts';
import { Confirm } from '../../app/confirm.tsx';
import { ago, day } from '../../messages/formats.ts';
import { keyTexts as texts } from '../../messages/settings.ts';
import { type NamedBoard, namesOf } from '../some-boards.tsx';

type Key = ReplyOf<typeof users.apiKeys>[number];

export interface KeysAndPlaces {
  keys: readonly Key[];
  workspaces: readonly { id: string; name: string }[];
  /** Those of workspaces with keys for some boards only. */
  boards: readonly NamedBoard[];
}

interface KeyRowsProps extends KeysAndPlaces {
  /** What it says if there are none. */
  none: string;
  revoke: (id: number) => Promise<void>;
}

/** Keys, each with its limits, to be revoked. */
export function KeyRows({ keys, none, revoke, ...places }: KeyRowsProps) {
  if (keys.length === 0) return <p class="quiet">{none}</p>;
  return (
    <ul class="rows">
      {keys.map((key) => (
        <li key={key.id}>
          <div class="grow">
            <span dir="auto">{key.name}</span>
            <p class="quiet fine">
              {/* That of an application changes every hour. */}
              {!key.application && (
                <>
                  <code>{key.prefix}…</code> ·{' '}
                </>
              )}
              {limitsOf(key, places)}
            </p>
          </div>
          {isOver(key) && <span class="pill danger">{texts.ended}</span>}
          <Confirm
            label={texts.revoke}
            question={texts.revokeQuestion(key.name)}
            yes={texts.revoke}
            isPlain
            run={() => revoke(key.id)}
          />
        </li>
      ))}
    </ul>
  );
}

const isOver = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** What a key may do, where, until when, and when it was used. */
function limitsOf(key: Key, { workspaces, boards }: Omit<KeysAndPlaces, 'keys'>): string {
  const { permissions, workspacePublicId, boardPublicIds, expiresAt, lastUsedAt, application } = key;
  const name = workspaces.find(({ id }) => id === workspacePublicId)?.name ?? texts.elsewhere;
  return [
    application && texts.ofApplication(application.host),
    permissions ? texts.someRights(permissions.length) : texts.allRights,
    workspacePublicId === null ? texts.everywhere : name,
    boardPublicIds && namesOf(boardPublicIds, boards),
    expiresAt ? (isOver(key) ? undefined : texts.until(day(expiresAt))) : texts.endless,
    lastUsedAt ? texts.used(ago(lastUsedAt)) : texts.neverUsed,
  ]
    .filter(Boolean)
    .join(' · ');
}
