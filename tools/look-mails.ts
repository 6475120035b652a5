import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { linkWithCode, mailOf, quoted } from '../server/src/base/mail/compose.ts';
import type { Mail } from '../server/src/base/mail/mail.ts';
import { newsTexts } from '../server/src/base/mail/texts/en-news.ts';
import type { Part, Quote } from '../server/src/notifications/mail/document.ts';
import { contentOf, mailAs, type Shown } from '../server/src/notifications/mail/letter.ts';

/* Every mail as its readers see it, for people to review: as pictures, and as text. */

const publicUrl = 'https://tasks.example.com';
const to = 'ada@example.com';
const link = linkWithCode(publicUrl, 'invite', 'tbi_4f8a0c1e9d');
const workspace = quoted('Kestrel Robotics');
const shared = { board: quoted('Launch of the spring collection'), workspace, by: quoted('Grace Okafor') };
const addresses = {
  publicUrl,
  unsubscribe: `${publicUrl}/unsubscribe/1/2`,
  reply: 'reply+1@in.example.com',
  language: 'en' as const,
};
const texts = newsTexts.summary;

let ids = 0;

function shown(kind: Shown['kind'], text: string, more: Partial<Shown> = {}): Shown {
  const publicId = `n${++ids}`;
  const createdAt = '2026-11-26T08:00:00.000Z';
  const around = {
    workspace: { publicId: 'w1', name: 'Kestrel Robotics' },
    comment: null,
    question: null,
    about: null,
    key: null,
  };
  return {
    ...around,
    publicId,
    kind,
    text,
    count: 1,
    createdAt,
    readAt: null,
    archivedAt: null,
    actor: { id: 'u1', name: 'Grace Okafor' },
    board: { publicId: 'b1', name: 'Launch of the spring collection' },
    card: { publicId: 'c1', title: 'Write the words for the landing page', number: 12 },
    ...more,
  };
}

const comment = (excerpt: string) => ({ comment: { publicId: 'k1', excerpt } });
const card = (publicId: string, title: string) => ({ card: { publicId, title, number: 3 } });
const title = 'Write the words for the landing page';
const long =
  'Agree with the printers on a thicker paper, the new colors, and who pays for the second proof '.repeat(2);

const onCard = [
  shown('assigned', `Grace Okafor put you on ${title}`),
  shown(
    'mentioned',
    `Grace Okafor mentioned you on ${title}`,
    comment('@Ada can you look at the second paragraph?'),
  ),
];
const ofMany = [
  ...onCard,
  shown('overdue', `${long} is overdue`, card('c2', long)),
  shown('commented', 'Sam Lee commented on Book the hall', {
    ...card('c3', 'Book the hall'),
    ...comment('They have two dates left:\n\n- 3 December\n- 12 December'),
    board: { publicId: 'b2', name: 'Winter meeting' },
  }),
  shown('security', 'Your password was changed', { board: null, card: null, workspace: null, actor: null }),
];

const part = (of: string, line: string): Part => ({
  title: of,
  link: `${publicUrl}/c/1`,
  lines: [line],
  quotes: [],
});
const { headings } = texts;
const summary = {
  language: 'en' as const,
  subject: texts.subject([texts.counts.overdue('9'), texts.counts.today('2'), texts.counts.finished('1')]),
  sections: [
    {
      heading: headings.overdue,
      parts: [
        part(title, texts.on('Launch of the spring collection', 'Tue, Nov 24')),
        part(long, texts.on('Winter meeting', 'Mon, Nov 23')),
      ],
      more: texts.more('7'),
    },
    {
      heading: headings.today,
      parts: [
        part('Book the hall', texts.on('Winter meeting', undefined)),
        part('Call the printers', texts.on('Launch of the spring collection', '2:30 PM')),
      ],
    },
    {
      heading: headings.finished(undefined),
      parts: [part('Choose the photos', texts.on('Launch of the spring collection', undefined))],
    },
  ],
  open: { text: texts.open, link: `${publicUrl}/my-work` },
  why: texts.why,
  links: { settings: `${publicUrl}/profile/notifications`, unsubscribe: addresses.unsubscribe },
};

const news = (those: readonly Shown[], quotes: readonly Quote[] = [], more = 0): Mail =>
  mailAs({ to, id: 'x' }, contentOf(those, quotes, more, addresses), addresses);

const hook = { name: quoted('Team chat'), workspace };
const mails: Readonly<Record<string, Mail>> = {
  'magic-link': mailOf({ to }, 'magicLink', link),
  'password-reset': mailOf({ to }, 'passwordReset', link),
  'new-address': mailOf({ to }, 'newAddress', link),
  'address-changed': mailOf({ to }, 'addressChanged', publicUrl),
  'account-deleted': mailOf({ to }, 'accountDeleted', publicUrl),
  invitation: mailOf({ to }, 'invitation', link, { to, workspace, from: quoted('Grace Okafor') }),
  'board-published': mailOf({ to }, 'boardPublished', link, shared),
  'board-unpublished': mailOf({ to }, 'boardUnpublished', link, shared),
  'webhook-disabled': mailOf({ to }, 'webhookDisabled', link, { ...hook, reason: 'failing' }),
  'chat-disabled': mailOf({ to }, 'chatDisabled', link, { ...hook, reason: 'gone' }),
  card: news(onCard, [
    { by: 'Grace Okafor', text: '@Ada can you look at the second paragraph?' },
    { by: 'Sam Lee', text: `It is too long.\n\nhttps://example.com/${'a-long-address'.repeat(12)}` },
  ]),
  question: news(
    [
      shown('asked', `Grace Okafor asks a question on ${title}`, {
        ...comment('Which of these may go on the landing page?'),
        question: { state: 'open', options: ['The short one', 'The long one', long.slice(0, 100)] },
      }),
    ],
    [{ by: 'Grace Okafor', text: 'Which of these may go on the landing page?' }],
  ),
  'card-overdue': news([shown('overdue', `${title} is overdue`)]),
  security: news([
    shown('security', 'Your password was changed', { board: null, card: null, workspace: null, actor: null }),
  ]),
  invited: news([shown('invited', 'Grace Okafor added you to the board Winter meeting', { card: null })]),
  digest: news(ofMany, [], 14),
  summary: mailAs({ to, id: 'x' }, summary, addresses),
};

export async function shootMails(browser: Browser, into: string): Promise<void> {
  const folder = join(into, 'mails');
  mkdirSync(folder, { recursive: true });
  for (const width of [360, 700]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 200 } });
      for (const [name, { html, text, subject }] of Object.entries(mails)) {
        await page.setContent(html);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        writeFileSync(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`);
      }
      await page.close();
    }
  }
}
