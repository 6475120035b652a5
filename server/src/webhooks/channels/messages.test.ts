import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv, type AnySchemaObject } from 'ajv';
import { type ChannelKind, channelKinds } from '../../../../contract/channel-kinds.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import { type Address, requestTo } from './messages.ts';
import type { Line, Told } from './told.ts';

/*
 * Each service's message, against what the service documents: fields, forms and sizes. A schema here says what we may send,
 * so it is closed: a field that the service does not know fails.
 */

const text = (maxLength: number, more: object = {}) => ({ type: 'string', minLength: 1, maxLength, ...more });
const closed = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const only = (value: unknown) => ({ enum: [value] });
const url = text(2000, { pattern: '^https?://[^\\s<>|()\\[\\]]+$' });
const link = closed({ type: only('Action.OpenUrl'), url });

const schemas: Record<ChannelKind, AnySchemaObject> = {
  // https://api.slack.com/messaging/webhooks and https://api.slack.com/reference/block-kit/blocks#section
  slack: closed({
    text: text(3000),
    unfurl_links: only(false),
    unfurl_media: only(false),
    blocks: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: closed({
        type: only('section'),
        text: closed({ type: only('mrkdwn'), text: text(3000), verbatim: only(true) }),
      }),
    },
  }),
  // https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: closed({
    embeds: { type: 'array', minItems: 1, maxItems: 10, items: closed({ description: text(4096) }) },
    allowed_mentions: closed({ parse: { type: 'array', maxItems: 0 } }),
  }),
  // https://adaptivecards.io/schemas/adaptive-card.json, and the envelope of the workflow "when a webhook request is received"
  teams: closed({
    type: only('message'),
    attachments: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: closed({
        contentType: only('application/vnd.microsoft.card.adaptive'),
        contentUrl: only(null),
        content: closed({
          $schema: only('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: only('AdaptiveCard'),
          version: only('1.4'),
          body: {
            type: 'array',
            minItems: 1,
            items: closed({
              type: only('RichTextBlock'),
              inlines: {
                type: 'array',
                minItems: 1,
                items: closed({ type: only('TextRun'), text: text(1000), selectAction: link }, [
                  'type',
                  'text',
                ]),
              },
            }),
          },
          actions: {
            type: 'array',
            items: closed({ type: only('Action.OpenUrl'), title: text(40), url }),
          },
        }),
      }),
    },
  }),
  // https://developers.mattermost.com/integrate/webhooks/incoming/
  mattermost: closed({ text: text(4000) }),
  // https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages
  'google-chat': closed({
    fallbackText: text(200),
    cardsV2: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: closed({
        cardId: text(64),
        card: closed({
          sections: {
            type: 'array',
            items: closed({
              widgets: { type: 'array', items: closed({ textParagraph: closed({ text: text(14_000) }) }) },
            }),
          },
        }),
      }),
    },
  }),
  // https://core.telegram.org/bots/api#sendmessage
  telegram: closed({
    chat_id: text(64),
    text: text(4096),
    entities: {
      type: 'array',
      maxItems: 100,
      items: closed({
        type: only('text_link'),
        offset: { type: 'integer', minimum: 0 },
        length: { type: 'integer', minimum: 1 },
        url,
      }),
    },
    link_preview_options: closed({ is_disabled: only(true) }),
  }),
  // https://docs.ntfy.sh/publish/#publish-as-json
  ntfy: closed({
    topic: text(64, { pattern: '^[-_A-Za-z0-9]{1,64}$' }),
    title: text(100),
    message: text(4096),
    click: url,
  }),
  // https://spec.matrix.org/latest/client-server-api/#mroommessage
  matrix: closed({
    msgtype: only('m.notice'),
    body: text(12_000),
    format: only('org.matrix.custom.html'),
    formatted_body: text(12_000),
    'm.mentions': closed({}),
  }),
  // https://gotify.net/api-docs#/message/createMessage and https://gotify.net/docs/msgextras
  gotify: closed({
    title: text(100),
    message: text(4000),
    priority: { type: 'integer', minimum: 0, maximum: 10 },
    extras: closed({
      'client::display': closed({ contentType: only('text/plain') }),
      'client::notification': closed({ click: closed({ url }) }),
    }),
  }),
};

/** The most bytes that each service takes. */
const mostBytes: Partial<Record<ChannelKind, number>> = {
  teams: 28 * 1024,
  'google-chat': 32_000,
  matrix: 65_536,
  ntfy: 6000,
};

const addresses: Record<ChannelKind, Address> = {
  slack: { url: 'https://hooks.example.com/services/T0/B0/secret' },
  discord: { url: 'https://chat.example.com/api/webhooks/1/secret' },
  teams: { url: 'https://flows.example.com/workflows/1?sig=secret' },
  mattermost: { url: 'https://chat.example.com/hooks/secret' },
  'google-chat': { url: 'https://chat.example.com/v1/spaces/1/messages?key=1&token=secret' },
  telegram: { url: 'https://api.example.com/', token: '123:secret', room: '-1001' },
  ntfy: { url: 'https://ntfy.example.com/below/my-topic', token: 'secret' },
  matrix: { url: 'https://matrix.example.com', token: 'secret', room: '!a/b:example.com' },
  gotify: { url: 'https://gotify.example.com/push/', token: 'secret' },
};

const board = { name: 'Launch', url: 'https://tasks.example.com/b/mi8f3k2a7q0x4v9z' };
const card = (title: string) => ({ text: title, url: 'https://tasks.example.com/c/mi8f3k2a7q0x4v9y' });
const line = (title: string): Line => ['Ada moved ', card(title), ' from To do to Done'];
const one = (title: string, name = board.name, language: Language = 'en'): Told => ({
  language,
  board: { ...board, name },
  lines: [line(title)],
  url: card(title).url,
});
const many = (count: number, title: string, language: Language = 'en'): Told => ({
  language,
  board,
  lines: Array.from({ length: count }, () => line(title)),
  url: board.url,
});

const sent = (kind: ChannelKind, told: Told) => requestTo(kind, addresses[kind], told, 'delivery1');
const bodyOf = (kind: ChannelKind, told: Told) => JSON.parse(sent(kind, told).body) as unknown;

/** Every text in a message. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

const ajv = new Ajv({ strict: false });

/** What tries to mention somebody, to look like a link of ours, to end one, or to break the JSON or the markup. */
const hostile = [
  '<!channel> <!here> <@U0123> @channel @here @everyone @all @room',
  '<users/all> <https://evil.example|Pay now> [Pay now](https://evil.example)',
  '](https://evil.example) [x',
  '|x> <https://evil.example|y',
  '</a><a href="https://evil.example">Pay now</a><script>alert(1)</script>',
  '<at>all</at> <@&123> #general ~town-square :boom:',
  '","channel":"#general","text":"x',
  '\\](https://evil.example) \\',
  '`code` *bold* _it_ ~~x~~ ||spoiler|| > quote',
  'line\nbreak\r\n# heading \u202eevil \u0000 \u2028 \u200b',
];

const awkward = ['', 'x'.repeat(500), '&'.repeat(500), '"'.repeat(500), '🎉'.repeat(250), '𝕏é漢'.repeat(120)];

for (const kind of channelKinds) {
  const valid = ajv.compile(schemas[kind]);

  test(`a message to ${kind} is as the service documents it, whatever the texts are`, () => {
    for (const title of [...hostile, ...awkward]) {
      const spoken = languages.flatMap((each) => [one(title, 'x', each), many(100, title, each)]);
      for (const told of [one(title), one(title, title || 'x'), many(2, title), ...spoken]) {
        const { body } = sent(kind, told);
        const message: unknown = JSON.parse(body);
        assert.ok(valid(message), `${JSON.stringify(valid.errors)} for ${body}`);
        assert.ok(Buffer.byteLength(body) <= (mostBytes[kind] ?? 32_000), `${Buffer.byteLength(body)} bytes`);
        for (const each of textsIn(message)) assert.ok(each.isWellFormed());
      }
    }
  });

  test(`many changes are one message to ${kind}`, () => {
    const said = textsIn(bodyOf(kind, many(12, 'Plan'))).join('\n');
    assert.match(said, /12 changes on /);
    assert.match(said, /and 2 more|and 2 more/);
  });
}

test('no title mentions anybody or forges a link in Slack', () => {
  for (const title of hostile) {
    const { blocks } = bodyOf('slack', one(title)) as { blocks: { text: { text: string } }[] };
    const said = blocks[0]?.text.text ?? '';
    const links = [...said.matchAll(/<([^>]*)>/g)].map(([, inside = '']) => inside.split('|')[0]);
    assert.deepEqual(links, [card('').url, board.url], said);
    assert.doesNotMatch(said.replace(/&(amp|lt|gt);/g, ''), /&/);
  }
});

test('no title ends a link or begins one in Discord and Mattermost', () => {
  for (const title of hostile) {
    const { embeds } = bodyOf('discord', one(title)) as { embeds: { description: string }[] };
    const { text: said } = bodyOf('mattermost', one(title)) as { text: string };
    for (const markdown of [embeds[0]?.description ?? '', said]) {
      // What is left without what is escaped: two links of ours.
      const rest = markdown.replace(/\\[^\p{L}\p{N}\s]/gu, '');
      assert.deepEqual(
        [...rest.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)].map(([, , target]) => target),
        [card('').url, board.url],
        markdown,
      );
      assert.equal(rest.match(/[[\]]/g)?.length, 4, markdown);
    }
    assert.doesNotMatch(said, /@[\w]/);
    assert.doesNotMatch(said, /~[\w]/);
  }
});

test('no title is markup in the HTML of Matrix and Google Chat', () => {
  for (const title of hostile) {
    const { formatted_body: html } = bodyOf('matrix', one(title)) as { formatted_body: string };
    const { cardsV2 } = bodyOf('google-chat', one(title)) as {
      cardsV2: { card: { sections: { widgets: { textParagraph: { text: string } }[] }[] } }[];
    };
    const widget = cardsV2[0]?.card.sections[0]?.widgets[0];
    for (const text of [html, widget?.textParagraph.text ?? '']) {
      const tags = [...text.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
      assert.deepEqual(tags, [`<a href="${card('').url}">`, '</a>', `<a href="${board.url}">`, '</a>']);
    }
  }
});

test('a title is text in Teams, and links are where we put them in Telegram', () => {
  for (const title of hostile) {
    const { attachments } = bodyOf('teams', one(title)) as {
      attachments: { content: { body: { inlines: { selectAction?: { url: string } }[] }[] } }[];
    };
    const runs = attachments[0]?.content.body.flatMap(({ inlines }) => inlines) ?? [];
    assert.deepEqual(
      runs.flatMap(({ selectAction }) => selectAction?.url ?? []),
      [card('').url, board.url],
    );
    const { text: said, entities } = bodyOf('telegram', many(3, title)) as {
      text: string;
      entities: { offset: number; length: number; url: string }[];
    };
    assert.doesNotMatch(said, /@\w/);
    assert.equal(entities.length, 4);
    for (const { offset, length, url: to } of entities) {
      const linked = said.slice(offset, offset + length);
      assert.equal(linked === 'Launch', to === board.url, linked);
      assert.doesNotMatch(linked, /\n/);
    }
  }
});

test('no plain text mentions anybody in Matrix', () => {
  for (const title of hostile) {
    const { body } = bodyOf('matrix', one(title)) as { body: string };
    assert.doesNotMatch(body, /@\w/);
  }
});

test('requests go where each service expects them, with the token where it belongs', () => {
  const where = channelKinds.map((kind) => {
    const { method, url, headers } = sent(kind, one('Plan'));
    return [kind, method, url.replace(/^https:\/\/[^/]+/, ''), headers];
  });
  assert.deepEqual(where, [
    ['slack', 'POST', '/services/T0/B0/secret', {}],
    ['discord', 'POST', '/api/webhooks/1/secret', {}],
    ['teams', 'POST', '/workflows/1?sig=secret', {}],
    ['mattermost', 'POST', '/hooks/secret', {}],
    ['google-chat', 'POST', '/v1/spaces/1/messages?key=1&token=secret', {}],
    ['telegram', 'POST', '/bot123:secret/sendMessage', {}],
    ['ntfy', 'POST', '/below/', { authorization: 'Bearer secret' }],
    [
      'matrix',
      'PUT',
      '/_matrix/client/v3/rooms/!a%2Fb%3Aexample.com/send/m.room.message/delivery1',
      { authorization: 'Bearer secret' },
    ],
    ['gotify', 'POST', '/push/message', { 'x-gotify-key': 'secret' }],
  ]);
});
