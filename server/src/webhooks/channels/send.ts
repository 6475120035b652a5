import { createHash } from 'node:crypto';
import type { ChannelKind } from '../../../../contract/channel-kinds.ts';
import { type Language, languageOf } from '../../../../contract/languages.ts';
import { pathOfPage } from '../../../../contract/pages.ts';
import type { Reads } from '../../base/db/database.ts';
import type { Service } from '../../base/service.ts';
import type { SigningWebhook } from '../queries.ts';
import { attempt, type Outcome } from '../send.ts';
import { type Address, requestTo } from './messages.ts';
import { namesIn } from './queries.ts';
import type { Told } from './told.ts';
import { type Happened, idsIn, lineOf } from './wording.ts';

/** The columns needed to post to a channel. */
type SealedChannel = Pick<SigningWebhook, 'id' | 'secretSealed'> & { kind: ChannelKind };

/** And those needed to write what it posts. */
type TellingChannel = SealedChannel & Pick<SigningWebhook, 'locale'> & { boardId: string | null };

/** The language that a channel posts in. */
export const spokenBy = ({ locale }: Pick<SigningWebhook, 'locale'>): Language => languageOf(locale) ?? 'en';

interface Delivery {
  readonly id: string;
  readonly body: string;
}

type Dependencies = Pick<Service, 'db' | 'outgoing' | 'secrets' | 'publicUrl'>;

const addressOf = (secrets: Service['secrets'], { id, secretSealed }: SealedChannel): Address =>
  JSON.parse(secrets.open(secretSealed, id)) as Address;

/** Posts one message about all these deliveries, once. Failures of the receiver are returned, not thrown. */
export async function sendToChannel(
  needs: Dependencies,
  channel: TellingChannel,
  workspaceId: string,
  deliveries: readonly Delivery[],
  signal?: AbortSignal,
): Promise<Outcome> {
  const happened = deliveries.map(({ body }) => JSON.parse(body) as Happened);
  const board = { workspaceId, boardId: channel.boardId ?? '' };
  const told = await toldOf(needs, board, spokenBy(channel), happened);
  return postTo(needs, channel, told, messageId(deliveries.map(({ id }) => id)), signal);
}

/** Posts a message, once. */
export async function postTo(
  { outgoing, secrets }: Pick<Service, 'outgoing' | 'secrets'>,
  channel: SealedChannel,
  told: Told,
  id: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const request = requestTo(channel.kind, addressOf(secrets, channel), told, id);
  const outcome = await attempt(outgoing, request, signal, retryAfterIn);
  // A channel that Discord does not know was deleted there. It bans those who keep asking.
  const isGone = channel.kind === 'discord' && outcome.statusCode === 404;
  return isGone ? { ...outcome, statusCode: 410 } : outcome;
}

/** What happened, with the names that things have now. */
async function toldOf(
  { db, publicUrl }: { db: Reads; publicUrl: string },
  { workspaceId, boardId }: { workspaceId: string; boardId: string },
  language: Language,
  happened: readonly Happened[],
): Promise<Told> {
  const ids = [...new Set(happened.flatMap(idsIn))];
  const rows = await db.all(namesIn, { workspaceId, boardId, ids });
  const names = new Map(rows.map(({ id, text }) => [id, text]));
  const options = new Map(
    rows.flatMap((row) => (row.options === null ? [] : [[row.id, JSON.parse(row.options) as string[]]])),
  );
  const board = { name: names.get(boardId) ?? 'Board', url: boardUrl(publicUrl, workspaceId, boardId) };
  const [first, ...others] = happened;
  return {
    language,
    board,
    lines: happened.map((each) => lineOf(each, { names, options }, language)),
    url: others.length === 0 ? (first?.data.url ?? board.url) : board.url,
  };
}

export const boardUrl = (publicUrl: string, workspaceId: string, boardId: string): string =>
  publicUrl + pathOfPage({ workspaceId, boardId });

/** The same for the same deliveries, so that a service that knows it shows a repeated message once. */
const messageId = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0
    ? first
    : createHash('sha256')
        .update([first, ...others].join())
        .digest('hex')
        .slice(0, 32);

/** When to try again, as Discord, Telegram and Matrix say it in the body of a reply; whole seconds. */
function retryAfterIn(body: string): string | undefined {
  const value = jsonOf(body);
  const seconds =
    numberIn(value, 'retry_after') ??
    numberIn(fieldOf(value, 'parameters'), 'retry_after') ??
    (numberIn(value, 'retry_after_ms') ?? Number.NaN) / 1000;
  return seconds >= 0 ? String(Math.ceil(Math.min(seconds, 1e9))) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;

const numberIn = (value: unknown, name: string): number | undefined => {
  const found = fieldOf(value, name);
  return typeof found === 'number' ? found : undefined;
};
