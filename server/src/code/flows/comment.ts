import { pathOfPage } from '../../../../contract/pages.ts';
import { day, hour, minute, second } from '../../base/clock.ts';
import { atMost } from '../../base/jobs/at-most.ts';
import { OutgoingError } from '../../base/outgoing/error.ts';
import type { Service } from '../../base/service.ts';
import { tokenContextOf } from '../actions/token.ts';
import {
  cardsToTell,
  dueHosts,
  endTurn,
  hostsAtOnce,
  nextDue,
  putOff,
  takeHost,
} from '../comment-queries.ts';
import { addressOfComments, authorization } from '../host-api.ts';
import { type HostRow, hostById, type OfHost } from '../queries.ts';

/*
 * Comments on pull requests with the addresses of the cards that they name. Each host has its turn, so that one that does not answer
 * holds up no other. A node that dies between a comment and noting it leaves it to be posted once more.
 */

/** How long a node has for a turn; microseconds. */
const lease = 2 * minute;

/** Comments of one turn: with the longest wait for each they fit into the lease. */
const mostOfTurn = 5;

/** Milliseconds that a host has to answer. */
const patience = 15_000;

/** How long a comment is tried; microseconds. */
const longest = day;

type Parts = Pick<Service, 'db' | 'clock' | 'maintain' | 'outgoing' | 'secrets' | 'publicUrl' | 'stopping'>;

/** Posts the comments that are due. */
export async function postComments(service: Parts): Promise<void> {
  const { db, clock, stopping } = service;
  const room = atMost(4);
  while (!stopping.aborted) {
    const hosts = await db.all(dueHosts, { now: clock.now() });
    await Promise.all(hosts.map((of) => room(() => takeTurn(service, of))));
    if (hosts.length < hostsAtOnce) return;
  }
}

async function takeTurn(service: Parts, { workspaceId, hostId }: OfHost): Promise<void> {
  const { db, clock, maintain, stopping } = service;
  const of = { workspaceId, hostId };
  const now = clock.now();
  const [taken] = await maintain((tx) => tx.run(takeHost, { ...of, now, until: now + lease }));
  const host = taken && (await db.first(hostById, { workspaceId, id: hostId }));
  if (!host) return;
  let [postedAt, problem]: [number | null, string | null] = [null, host.postProblem];
  let notBefore = now + second;
  for (let count = 0; count < mostOfTurn && !stopping.aborted; count++) {
    const due = await db.first(nextDue, { ...of, now });
    if (!due) break;
    const outcome = await tell(service, host, due);
    const at = clock.now();
    const age = at - due.since;
    const isLate = outcome.kind === 'later' && age < longest;
    const again = isLate ? at + Math.min(Math.max(age, minute), 4 * hour) : null;
    await maintain((tx) => tx.run(putOff, { ...of, ref: due.ref, at: again }));
    if (outcome.kind === 'posted') [postedAt, problem] = [at, null];
    else problem = outcome.problem;
    if (outcome.kind !== 'later') continue;
    // The others would have the same answer.
    notBefore = at + minute;
    break;
  }
  await maintain((tx) => tx.run(endTurn, { ...of, notBefore, postedAt, problem }));
}

type Outcome = { kind: 'posted' } | { kind: 'later' | 'never'; problem: string | null };

async function tell(
  { db, outgoing, secrets, publicUrl, stopping }: Parts,
  { workspaceId, id: hostId, kind, tokenSealed, apiUrl, postProblem }: HostRow,
  due: { ref: string; repository: string; number: number },
): Promise<Outcome> {
  const cards = await db.all(cardsToTell, { workspaceId, hostId, ref: due.ref });
  if (cards.length === 0 || tokenSealed === null || apiUrl === null)
    return { kind: 'never', problem: postProblem };
  const url = addressOfComments(kind, apiUrl, due);
  if (url === undefined) return { kind: 'never', problem: 'unknown repository' };
  const links = cards.map(({ cardId, cardPrefix, number }) => {
    const page = pathOfPage({ workspaceId, cardId });
    return `[${cardPrefix}-${number}](${publicUrl}${page})`;
  });
  try {
    const { status } = await outgoing.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'taskboard',
        ...authorization(kind, secrets.open(tokenSealed, tokenContextOf(hostId))),
      },
      body: JSON.stringify({ body: `Stands on ${links.join(', ')}` }),
      timeoutMs: patience,
      maxReply: 65_536,
      signal: stopping,
    });
    if (status >= 200 && status < 300) return { kind: 'posted' };
    const isPassing = status >= 500 || status === 408 || status === 429;
    return { kind: isPassing ? 'later' : 'never', problem: `status ${status}` };
  } catch (error) {
    if (error instanceof OutgoingError) return { kind: 'later', problem: error.problem };
    throw error;
  }
}
