import type { Override } from '../../../../contract/notification-settings.ts';
import type { Work } from '../../base/changes/change.ts';
import { Invalid } from '../../base/errors.ts';
import { viewingOf } from '../flows/inbox.ts';
import { changed, type Settings, type SettingsChange, settingsFrom, storedIn } from '../settings.ts';
import { setSettings, settingsOf, visiblePlaces } from '../settings-queries.ts';
import { nextDigest } from '../when-to-send.ts';

/** Changes how the actor wants to be told. */
export async function changeSettings(work: Work, given: SettingsChange): Promise<Settings> {
  const { tx, actor, now, ownAccount } = work;
  const { userId } = actor;
  ownAccount();
  if (given.quietHours && given.quietHours.from === given.quietHours.to)
    throw new Invalid('quiet-hours-empty', { field: 'body/quietHours' });
  await tx.lock('users', null, [userId]);
  const stored = storedIn((await tx.first(settingsOf, { userId }))?.settings);
  if (given.overrides) await requirePlaces(work, given.overrides, stored.overrides ?? []);
  const settings = changed(stored, given);
  const shown = settingsFrom(settings);
  const summaryAt = shown.summary ? nextDigest(shown, actor.timeZone, now) : null;
  await tx.run(setSettings, { userId, settings: JSON.stringify(settings), summaryAt });
  return shown;
}

const placeOf = ({ boardPublicId, workspacePublicId }: Override) => boardPublicId ?? workspacePublicId;

/** Throws unless each override is for another place, which the actor can see or has named before. */
async function requirePlaces(
  { tx, actor, now }: Work,
  given: readonly Override[],
  stored: readonly Override[],
): Promise<void> {
  const known = new Set(stored.map(placeOf));
  const places = given.map((override, index) => {
    const field = `body/overrides/${index}`;
    const id = placeOf(override);
    if (id === undefined || (override.boardPublicId && override.workspacePublicId))
      throw new Invalid('override-place', { field });
    return { field, id, isBoard: override.boardPublicId !== undefined };
  });
  const repeated = places.find(({ id }, index) => places.findIndex((other) => other.id === id) < index);
  if (repeated) throw new Invalid('override-repeated', { field: repeated.field });
  const fresh = places.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return;
  const ids = fresh.map(({ id }) => id);
  const visible = await tx.all(visiblePlaces, { ...(await viewingOf(tx, actor, now)), ids });
  const missing = fresh.find(
    ({ id, isBoard }) => !visible.some((place) => place.id === id && (place.isBoard === 1) === isBoard),
  );
  if (missing) throw new Invalid('not-found', { field: missing.field });
}
