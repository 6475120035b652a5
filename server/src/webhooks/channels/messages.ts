import type { ChannelKind } from '../../../../contract/channel-kinds.ts';
import { markOf } from '../../../../contract/languages.ts';
import { discordLine, htmlLine, mattermostLine, plainText, slackLine, textOf, unmentioned } from './texts.ts';
import { cut, type Line, type Told, written } from './told.ts';
import { chatWords } from './words/words.ts';

/** Where a channel posts, as it is sealed. */
export interface Address {
  readonly url: string;
  readonly token?: string;
  readonly room?: string;
}

/** A request to a chat service. */
interface ChatRequest {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Writes a message; `id` is the same whenever the same message is sent. */
type Format = (address: Address, told: Told, id: string) => ChatRequest;

const bytes = (text: string): number => Buffer.byteLength(text);
const length = (text: string): number => text.length;

const post = (url: string, body: object, headers: Record<string, string> = {}): ChatRequest => ({
  method: 'POST',
  url,
  headers,
  body: JSON.stringify(body),
});

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** An address below a server that may itself be below a path. */
const below = (url: string, path: string): string => {
  const base = new URL(url);
  return `${base.origin}${base.pathname.replace(/\/+$/, '')}${path}`;
};

/** The lines in one text, with a separator that takes one unit of the room per line. */
const joined = (
  told: Told,
  write: (line: Line) => string,
  sizeOf: (text: string) => number,
  room: number,
  by = '\n',
): string => written(told, { write, sizeOf: (text) => sizeOf(text) + by.length, room }).join(by);

/** https://api.slack.com/reference/block-kit/blocks#section: at most 3 000 characters. */
const slack: Format = ({ url }, told) => {
  const text = joined(told, slackLine, length, 3000);
  return post(url, {
    text,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }],
    unfurl_links: false,
    unfurl_media: false,
  });
};

/** https://discord.com/developers/docs/resources/webhook#execute-webhook: 4 096 characters in an embed, which mentions nobody. */
const discord: Format = ({ url }, told) =>
  post(url, {
    embeds: [{ description: joined(told, discordLine, length, 4096) }],
    allowed_mentions: { parse: [] },
  });

/** A link in a text run: https://adaptivecards.io/explorer/TextRun.html. A run has no markup. */
const runsOf = (line: Line) => ({
  type: 'RichTextBlock',
  inlines: line
    .filter((part) => textOf(part) !== '')
    .map((part) =>
      typeof part === 'string'
        ? { type: 'TextRun', text: part }
        : { type: 'TextRun', text: part.text, selectAction: { type: 'Action.OpenUrl', url: part.url } },
    ),
});

/** An Adaptive Card for a workflow of Teams: at most 28 KB in all. */
const teams: Format = ({ url }, told) => {
  const sizeOf = (block: object) => bytes(JSON.stringify(block)) + 1;
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: written(told, { write: runsOf, sizeOf, room: 24_000 }),
    actions: [{ type: 'Action.OpenUrl', title: chatWords[told.language].open, url: told.url }],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return post(url, { type: 'message', attachments: [attachment] });
};

/** Servers take 16 383 characters, old ones 4 000. */
const mattermost: Format = ({ url }, told) => post(url, { text: joined(told, mattermostLine, length, 4000) });

/** A card: in its text paragraphs, HTML has no mentions, while the text of a message has. At most 32 000 bytes in all. */
const googleChat: Format = ({ url }, told, id) => {
  const text = joined(told, htmlLine, bytes, 14_000, '<br>');
  // Shown where a card cannot be, as in a notification.
  const mark = markOf(told.language);
  const all = told.lines.length === 1 ? plainText(told.lines[0] ?? []) : told.board.name;
  const fallback = cut(all, 200 - mark.length);
  return post(url, {
    fallbackText: mark + fallback.replaceAll('<', '‹'),
    cardsV2: [{ cardId: id, card: { sections: [{ widgets: [{ textParagraph: { text } }] }] } }],
  });
};

/** The server of the bots of Telegram; a server of one's own can be given instead. */
export const telegramUrl = 'https://api.telegram.org';

/** A line as text, with where its links are: in UTF-16 code units, as Telegram counts. */
function telegramLine(line: Line) {
  let text = '';
  const entities = line.flatMap((part) => {
    const offset = text.length;
    const added = unmentioned(textOf(part));
    text += added;
    if (typeof part === 'string' || added === '') return [];
    return [{ type: 'text_link', offset, length: added.length, url: part.url }];
  });
  return { text, entities };
}

/** https://core.telegram.org/bots/api#sendmessage: 4 096 characters. Without `parse_mode`, nothing in the text is markup. */
const telegram: Format = ({ url, token = '', room }, told) => {
  const sizeOf = ({ text }: { text: string }) => text.length + 1;
  const lines = written(told, { write: telegramLine, sizeOf, room: 4096 });
  let offset = 0;
  const entities = lines.flatMap((line) => {
    const moved = line.entities.map((entity) => ({ ...entity, offset: entity.offset + offset }));
    offset += line.text.length + 1;
    return moved;
  });
  const text = lines.map((line) => line.text).join('\n');
  const options = { link_preview_options: { is_disabled: true } };
  return post(below(url, `/bot${token}/sendMessage`), { chat_id: room, text, entities, ...options });
};

/** The server and the topic of an address of ntfy. */
export function topicOf(url: string): { server: string; topic: string } {
  const [, path = '', topic = ''] = /^(.*?)\/([^/]*)\/*$/.exec(new URL(url).pathname) ?? [];
  return { server: `${new URL(url).origin}${path}/`, topic };
}

/** https://docs.ntfy.sh/publish/#publish-as-json: 4 096 bytes, beyond which a message becomes a file. */
const ntfy: Format = ({ url, token }, told) => {
  const { server, topic } = topicOf(url);
  const message = joined(told, plainText, bytes, 4096);
  const body = { topic, title: cut(told.board.name, 100), message, click: told.url };
  return post(server, body, bearer(token));
};

/** https://spec.matrix.org/latest/client-server-api/#mroommessage. An empty `m.mentions` says that it mentions nobody. */
const matrix: Format = ({ url, token, room = '' }, told, id) => {
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${id}`;
  const content = {
    msgtype: 'm.notice',
    body: joined(told, (line) => unmentioned(plainText(line)), bytes, 12_000),
    format: 'org.matrix.custom.html',
    formatted_body: joined(told, htmlLine, bytes, 12_000, '<br>'),
    'm.mentions': {},
  };
  return { ...post(below(url, path), content, bearer(token)), method: 'PUT' };
};

/** https://gotify.net/api-docs#/message/createMessage and https://gotify.net/docs/msgextras. */
const gotify: Format = ({ url, token = '' }, told) =>
  post(
    below(url, '/message'),
    {
      title: cut(told.board.name, 100),
      message: joined(told, plainText, length, 4000),
      priority: 5,
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: told.url } },
      },
    },
    { 'x-gotify-key': token },
  );

const formats: Record<ChannelKind, Format> = {
  slack,
  discord,
  teams,
  mattermost,
  'google-chat': googleChat,
  telegram,
  ntfy,
  matrix,
  gotify,
};

/** The request that tells a chat. */
export const requestTo = (kind: ChannelKind, address: Address, told: Told, id: string): ChatRequest =>
  formats[kind](address, told, id);
