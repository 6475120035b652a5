import type { Writing } from '../base/db/database.ts';
import { command } from '../base/db/query.ts';

/* The slugs that workspaces have. */

interface Claim {
  workspaceId: string;
  slug: string;
}

const claim = command('workspace_slugs.claim', (db, p: Claim) =>
  db
    .insertInto('workspace_slugs')
    .values({ slug: p.slug, held_by: p.workspaceId })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug'),
);

/** Claims a slug for a new workspace; returns false if it is taken. */
export const claimSlug = async (tx: Writing, claimed: Claim): Promise<boolean> =>
  (await tx.run(claim, claimed)).length > 0;

/** Claims another slug for a workspace that has one. It fails if the slug is taken meanwhile, and is then tried again. */
export const exchangeSlug = command('workspace_slugs.exchange', (db, p: Claim) =>
  db.updateTable('workspace_slugs').set({ slug: p.slug }).where('held_by', '=', p.workspaceId),
);
