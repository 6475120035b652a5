import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { api } from '../../../contract/api.ts';
import { minute } from '../base/clock.ts';
import { nth } from '../testing/fixtures.ts';
import { testService } from '../testing/service.ts';
import { changeSight, inCard, inSight, mayChange, readNewest, setWatch } from '../testing/team/deeds.ts';
import { makeTeam, sees, type Team } from '../testing/team/team.ts';

/*
 * Random days of a team, compared with a model of who is told what: everyone's inbox, after each step. `MODEL_SEED` chooses
 * other days, `MODEL_RUNS` more of them.
 */

const seed = Number(process.env.MODEL_SEED ?? 20_261_126);
const numRuns = Number(process.env.MODEL_RUNS ?? 12);

const service = await testService({ LOG_LEVEL: 'silent' });
const people = await Promise.all(['ada', 'bob', 'cyd', 'dan', 'eve'].map((name) => service.signUp(name)));

const step = fc.record({
  what: fc.constantFrom(
    ...([
      'comment',
      'mention',
      'title',
      'complete',
      'move',
      'put',
      'put',
      'take',
      'watch',
      'watch',
      'unwatch',
    ] as const),
    ...(['pause', 'close', 'seat', 'read', 'wait', 'wait', 'wait'] as const),
  ),
  actor: fc.nat(4),
  other: fc.nat(4),
  card: fc.nat(3),
  where: fc.nat(2),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(team: Team, { what, where, ...given }: Step): Promise<void> {
  const { everyone, cards } = team;
  const [actor, other, card] = [
    nth(everyone, given.actor),
    nth(everyone, given.other),
    nth(cards, given.card),
  ];
  if (what === 'wait') return service.clock.pass(4 * minute);
  if (what === 'pause' || what === 'close' || what === 'seat') return changeSight(team, card, other, what);
  if (what === 'read') return readNewest(actor);
  await inSight(card, actor, async () => {
    if (what === 'watch' || what === 'unwatch')
      await setWatch(team, card, actor, { where, watches: what === 'watch' });
    else if (mayChange(actor, card)) await inCard[what](team, card, actor, other);
  });
}

async function check({ everyone }: Team): Promise<void> {
  for (const who of everyone) {
    const { notifications, unread } = await who.person.call(api.notifications.list, {
      query: { limit: 100 },
    });
    const got = notifications
      .filter(({ card }) => card !== null)
      .map(({ kind, card, count, readAt }) => `${kind} ${card?.publicId} ${count} ${readAt !== null}`);
    const visible = who.told.filter(({ card }) => sees(who, card.board));
    const expected = visible.map(({ kind, card, count, isRead }) => `${kind} ${card.id} ${count} ${isRead}`);
    assert.deepEqual(got.toSorted(), expected.toSorted(), `what ${who.person.email} is told`);
    const others = notifications.filter(({ card, readAt }) => card === null && readAt === null).length;
    assert.equal(unread - others, visible.filter(({ isRead }) => !isRead).length);
  }
}

test('each is told exactly what they should be, and shown only what they may see', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), async (steps) => {
      const team = await makeTeam(service, people);
      for (const given of steps) {
        await take(team, given);
        await check(team);
      }
    }),
    { seed, numRuns, unbiased: true, endOnFailure: true },
  );
});
