import type { Static } from 'typebox';
import { caps } from '../../../../contract/caps.ts';
import type { View, ViewKind } from '../../../../contract/views.ts';
import { capReached } from '../../base/changes/cap.ts';
import type { Work } from '../../base/changes/change.ts';
import { deleteRow, insertRow, updateRow } from '../../base/db/statements.ts';
import { NotFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { userViews } from '../../data/views/tables.ts';
import { holdAccount } from '../../users/actions/hold-account.ts';
import { noSettings, ownViewsOf, type Settings, settingsOf, storedSettings, viewOf } from '../queries.ts';

/* A person's views over all boards that they see. Nobody else learns of them, so nothing is recorded. */

const insert = insertRow('user_views.insert', userViews);
const update = updateRow('user_views.update', userViews, ['name', 'kind', 'settings', 'place']);
const remove = deleteRow('user_views.delete', userViews);

export interface CreateOwnView extends Partial<Settings> {
  name: string;
  kind?: ViewKind;
}

export type UpdateOwnView = Partial<CreateOwnView> & { index?: number };

/** The caller's views; their account is locked, so that the next one sees what this one changes. */
async function held(work: Work) {
  work.ownAccount();
  await holdAccount(work);
  return work.tx.all(ownViewsOf, { userId: work.actor.userId });
}

async function heldWith(work: Work, id: string) {
  const known = await held(work);
  const view = known.find((each) => each.id === id);
  if (!view) throw new NotFound();
  return { known, view };
}

export async function createOwnView(work: Work, given: CreateOwnView): Promise<Static<typeof View>> {
  const { tx, actor, now } = work;
  const known = await held(work);
  if (known.length >= caps.viewsOfUser) throw capReached(caps.viewsOfUser, 'views');
  const { name, kind = 'table' } = given;
  const view = {
    userId: actor.userId,
    id: newId(now),
    name,
    kind,
    settings: storedSettings(noSettings, given),
    place: (known.at(-1)?.place ?? -1) + 1,
    createdAt: now,
  };
  await tx.run(insert, view);
  return viewOf(view);
}

export async function updateOwnView(
  work: Work,
  id: string,
  given: UpdateOwnView,
): Promise<Static<typeof View>> {
  const { tx } = work;
  const { known, view } = await heldWith(work, id);
  const { name = view.name, kind = view.kind, index } = given;
  const changed = { ...view, name, kind, settings: storedSettings(settingsOf(view), given) };
  await tx.run(update, changed);
  if (index !== undefined) {
    const ordered = known.filter((each) => each.id !== id).toSpliced(index, 0, changed);
    for (const [place, each] of ordered.entries())
      if (each.place !== place) await tx.run(update, { ...each, place });
  }
  return viewOf(changed);
}

export async function deleteOwnView(work: Work, id: string): Promise<{ success: boolean }> {
  const { view } = await heldWith(work, id);
  await work.tx.run(remove, view);
  return { success: true };
}
