import { sql } from 'kysely';
import type { Work } from '../../base/changes/change.ts';
import { raiseWhereShown } from '../../base/changes/versions.ts';
import { isTimeZone } from '../../base/days.ts';
import { command, query } from '../../base/db/query.ts';
import { Invalid, NotFound } from '../../base/errors.ts';
import { reviseSummary } from '../../data/notifications/rows.ts';

interface Profile {
  name: string | null;
  image: string | null;
  timeZone: string | null;
  locale: string | null;
}

type Changes = Profile & { userId: string; now: number } & Record<
    'setsName' | 'setsImage' | 'setsTimeZone' | 'setsLocale',
    boolean
  >;

const isAnotherZone = (p: Changes) => sql`cast(${p.setsTimeZone} as bigint) = 1
      and coalesce(time_zone, '') <> coalesce(cast(${p.timeZone} as text), '')`;

const update = command(
  'users.updateProfile',
  (_db, p: Changes) => sql<Profile>`
  update users set
    earlier_time_zone = case when ${isAnotherZone(p)} then time_zone else earlier_time_zone end,
    earlier_time_zone_until = case when ${isAnotherZone(p)} then ${p.now} else earlier_time_zone_until end,
    name = case when cast(${p.setsName} as bigint) = 1 then ${p.name} else name end,
    image = case when cast(${p.setsImage} as bigint) = 1 then ${p.image} else image end,
    time_zone = case when cast(${p.setsTimeZone} as bigint) = 1 then ${p.timeZone} else time_zone end,
    locale = case when cast(${p.setsLocale} as bigint) = 1 then ${p.locale} else locale end
  where id = ${p.userId}
  returning name, image, time_zone as "timeZone", locale`,
);

const membershipsOf = query(
  'users.membershipsOf',
  (_db, p: { userId: string }) => sql<{ workspaceId: string; id: string }>`
  select workspace_id as "workspaceId", id from members where user_id = ${p.userId} and status <> 'removed'`,
);

/** What the patterns of the contract do not check. */
function requireKnown({ image, timeZone, locale }: Partial<Profile>): void {
  if (typeof image === 'string' && !URL.canParse(image))
    throw new Invalid('not-image-address', { field: 'body/image' });
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    throw new Invalid('unknown-time-zone', { field: 'body/timeZone' });
  if (typeof locale === 'string' && !isLocale(locale))
    throw new Invalid('unknown-locale', { field: 'body/locale' });
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** Changes the given properties of the actor's profile. The reply has those of the preferences that were given. */
export async function updateProfile(
  { tx, actor, now, record, ownAccount }: Work,
  given: Partial<Profile>,
): Promise<Pick<Profile, 'name' | 'image'> & Partial<Profile>> {
  ownAccount();
  requireKnown(given);
  const [changed] = await tx.run(update, {
    userId: actor.userId,
    now,
    name: given.name ?? null,
    image: given.image ?? null,
    timeZone: given.timeZone ?? null,
    locale: given.locale ?? null,
    setsName: given.name !== undefined,
    setsImage: given.image !== undefined,
    setsTimeZone: given.timeZone !== undefined,
    setsLocale: given.locale !== undefined,
  });
  if (!changed) throw new NotFound();
  if (given.timeZone !== undefined) await tx.run(reviseSummary, { userId: actor.userId, now });
  if (given.name !== undefined || given.image !== undefined) {
    await tx.run(raiseWhereShown, { userId: actor.userId, now });
    for (const { workspaceId, id } of await tx.all(membershipsOf, { userId: actor.userId }))
      record.live('member.updated', workspaceId, { subjectId: id });
  }
  const { name, image, timeZone, locale } = changed;
  return {
    name,
    image,
    ...(given.timeZone === undefined ? {} : { timeZone }),
    ...(given.locale === undefined ? {} : { locale }),
  };
}
