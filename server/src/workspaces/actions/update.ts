import { holds } from '../../../../contract/permissions.ts';
import { requirePermission } from '../../base/access/authority.ts';
import { heldInWorkspaceBy } from '../../base/access/board-permissions.ts';
import { differences } from '../../base/changes/audit.ts';
import type { Work } from '../../base/changes/change.ts';
import { updateRow } from '../../base/db/statements.ts';
import { Conflict, NotFound } from '../../base/errors.ts';
import { shownMembers } from '../../data/members/fragments.ts';
import { workspaces } from '../../data/workspaces/tables.ts';
import { exchangeSlug } from '../claimed-slugs.ts';
import { keepWorkspaceSlug, slugHolder } from '../old-slugs.ts';
import { workspaceDetail, workspaceSettings } from '../queries.ts';
import { requireUnreserved } from '../slug.ts';

interface Settings {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  showEmailsToMembers: 0 | 1;
  allowPublicBoards: 0 | 1;
  weekStartDay: number;
  cardPrefix: string;
}

const update = updateRow('workspaces.update', workspaces, [
  'name',
  'slug',
  'description',
  'show_emails_to_members',
  'allow_public_boards',
  'week_start_day',
  'card_prefix',
]);

export type UpdateWorkspace = Partial<Omit<Settings, 'id' | Flags>> & Partial<Record<Flags, boolean>>;

type Flags = 'showEmailsToMembers' | 'allowPublicBoards';

/** Changes the given properties; returns the workspace as JSON. Throws `Conflict` for a taken slug. */
export async function updateWorkspace(work: Work, workspacePublicId: string, given: UpdateWorkspace) {
  const { tx, grant } = work;
  const workspace = await grant('workspace', workspacePublicId, 'workspace:edit');
  const { id, principal } = workspace;
  const before = await tx.first(workspaceSettings, { id });
  if (!before) throw new NotFound();
  const show = given.showEmailsToMembers ?? before.showEmailsToMembers === 1;
  const allowPublic = given.allowPublicBoards ?? before.allowPublicBoards === 1;
  if (allowPublic !== (before.allowPublicBoards === 1))
    requirePermission(workspace.permissions, 'board:share');
  const { name = before.name, slug = before.slug, cardPrefix = before.cardPrefix } = given;
  const after = {
    name,
    slug,
    description: given.description === undefined ? before.description : given.description || null,
    showEmailsToMembers: flagOf(show),
    allowPublicBoards: flagOf(allowPublic),
    weekStartDay: given.weekStartDay ?? before.weekStartDay,
    cardPrefix,
  };
  if (slug !== before.slug) await requireFreeSlug(work, id, slug);
  await store(work, id, before, after);
  const showEmails = show || holds(heldInWorkspaceBy(principal), 'member:edit');
  return (await tx.first(workspaceDetail, { ...shownMembers(workspace), showEmails }))?.json ?? '';
}

type Stored = Omit<Settings, 'id'>;

async function store(
  { tx, now, audit, quiet }: Work,
  id: string,
  before: Stored,
  after: Stored,
): Promise<void> {
  const detail = differences(shown(before), shown(after));
  if (detail.length === 0) return quiet();
  await tx.run(update, { ...after, id });
  if (after.slug !== before.slug) {
    await tx.run(exchangeSlug, { workspaceId: id, slug: after.slug });
    await keepWorkspaceSlug(tx, id, { from: before.slug, to: after.slug, now });
  }
  await audit({ type: 'workspace.updated', workspaceId: id, subject: { id, name: after.name }, detail });
}

const flagOf = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0);

/** The settings as the API returns them. */
const shown = ({ showEmailsToMembers, allowPublicBoards, ...rest }: Stored) => ({
  ...rest,
  showEmailsToMembers: showEmailsToMembers === 1,
  allowPublicBoards: allowPublicBoards === 1,
});

async function requireFreeSlug({ tx, now }: Work, id: string, slug: string): Promise<void> {
  requireUnreserved(slug);
  const holder = await slugHolder(tx, slug, now);
  if (holder && !(holder.isOld === 1 && holder.workspaceId === id))
    throw new Conflict('slug-taken', { field: 'body/slug' });
}
