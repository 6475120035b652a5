import { sql } from 'kysely';
import type { Work } from '../../base/changes/change.ts';
import { command, query } from '../../base/db/query.ts';
import { Invalid, NotFound } from '../../base/errors.ts';

interface Profile {
  name: string | null;
  image: string | null;
}

type Changes = Profile & { userId: string; setsName: boolean; setsImage: boolean };

const update = command(
  'users.updateProfile',
  (_db, p: Changes) => sql<Profile>`
  update users set
    name = case when cast(${p.setsName} as bigint) = 1 then ${p.name} else name end,
    image = case when cast(${p.setsImage} as bigint) = 1 then ${p.image} else image end
  where id = ${p.userId}
  returning name, image`,
);

const membershipsOf = query(
  'users.membershipsOf',
  (_db, p: { userId: string }) => sql<{ workspaceId: string; id: string }>`
  select workspace_id as "workspaceId", id from members where user_id = ${p.userId} and status <> 'removed'`,
);

/** Changes the given properties of the actor's profile. */
export async function updateProfile(
  { tx, actor, record, ownAccount }: Work,
  given: Partial<Profile>,
): Promise<Profile> {
  ownAccount();
  // The contract's pattern checks how the address begins; this checks the rest.
  if (typeof given.image === 'string' && !URL.canParse(given.image)) {
    throw new Invalid('not-image-address', { field: 'body/image' });
  }
  const [changed] = await tx.run(update, {
    userId: actor.userId,
    name: given.name ?? null,
    image: given.image ?? null,
    setsName: given.name !== undefined,
    setsImage: given.image !== undefined,
  });
  if (!changed) throw new NotFound();
  for (const { workspaceId, id } of await tx.all(membershipsOf, { userId: actor.userId })) {
    record.live('member.updated', workspaceId, { subjectId: id });
  }
  return changed;
}
