import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTransport } from 'nodemailer';
import { api } from '../../../contract/api.ts';
import { replyAddress } from '../base/mail/inbound-address.ts';
import { smtpMailer } from '../base/mail/smtp.ts';
import { sendMails } from '../notifications/mail/sender.ts';
import { makeBoard, makeCard, nth } from '../testing/fixtures.ts';
import { mailServer } from '../testing/mail-server.ts';
import { addMember, setStatus } from '../testing/members.ts';
import { readMail } from '../testing/read-mail.ts';
import { converse, sendRaw } from '../testing/sent-mail.ts';
import { type Person, type TestService, testService } from '../testing/service.ts';

/* Answers to mails about a card, which arrive at the real listener. */

const minute = 60_000_000;
const domain = 'in.example.com';
const outside = await mailServer();
const mailer = await smtpMailer(outside.url, { mailFrom: 'Taskboard <noreply@example.com>' });
const settings = {
  INBOUND_MAIL: `smtp://127.0.0.1:0/${domain}`,
  PUBLIC_URL: 'https://boards.example.com',
  LOG_LEVEL: 'silent',
};
const service = await testService(settings, { mailer });
const port = service.mailPort ?? 0;
service.clock.hold();

async function signUp(name: string, on: TestService = service): Promise<Person> {
  const person = await on.signUp(name);
  await on.sql(`update users set email_verified_at = 1 where id = '${person.id}'`);
  return person;
}

const ada = await signUp('ada');
const bob = await signUp('bob');
const { workspace, lists } = await makeBoard(ada, { name: 'Harbour' });
const member = await addMember(service, workspace, bob);

const commentsOn = async (card: string, by: Person = ada) =>
  (await by.call(api.comments.list, { params: { cardPublicId: card }, query: {} })).comments;

/** A card with bob on it, and the mail that tells him so. */
async function told() {
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the pier' });
  await ada.call(api.cards.addMember, { params: { cardPublicId: card, workspaceMemberPublicId: member } });
  return { card, ...(await mailAbout(/<?(reply\+[^>\s]+)>?$/)) };
}

/** The mail that is due, and where it is answered. */
async function mailAbout(address: RegExp) {
  service.clock.pass(3 * minute);
  outside.mails.length = 0;
  await sendMails(service, 0);
  const { raw } = nth(
    outside.mails.filter(({ to }) => to.includes(from)),
    0,
  );
  const mail = await readMail(raw);
  const line = mail.headerLines.find(({ key }) => key === 'reply-to')?.line ?? '';
  return { mail, to: address.exec(line)?.[1] ?? '' };
}

const from = bob.email;
let messages = 0;

/** An answer as a mail program writes it. */
const answer = (text: string, headers: Record<string, string> = {}, sender = `Bob <${from}>`) => {
  const all: Record<string, string> = {
    From: sender,
    Subject: 'Re: Paint the pier (Harbour)',
    'Message-ID': `<${++messages}@home.example.com>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${head.join('\r\n')}\r\n\r\n${text}`;
};

const mails = (to: string, raw: string | Buffer, sender = from) => sendRaw(port, { from: sender, to }, raw);

test('the answer to a mail becomes a comment of its reader, without what it quotes', async () => {
  const { card, mail, to } = await told();
  assert.match(to, /^reply\+[0-9a-z]{52}@in\.example\.com$/);
  assert.ok(to.indexOf('@') <= 64);
  assert.match(mail.text ?? '', /^— Reply above this line to comment —\n/);
  assert.match(mail.text ?? '', /Reply to this email to comment on the card\./);
  await service.sql(`delete from notifications`);
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const quoted = (mail.text ?? '').replace(/^/gm, '> ');
  await transport.sendMail({
    from: { name: 'Bob', address: from },
    to,
    subject: `Re: ${mail.subject}`,
    inReplyTo: mail.messageId,
    text: `Grüße — it **is** done.\n\nOn Wed, Nov 25, 2026 at 9:00 AM Taskboard <${to}> wrote:\n\n${quoted}\n\n-- \nBob`,
  });
  transport.close();
  const [comment] = await commentsOn(card);
  assert.equal(comment?.comment, 'Grüße — it **is** done.');
  assert.equal(comment.user.id, bob.id);
  assert.deepEqual(comment.apiKey, { id: 0, name: 'Email' });
  const inbox = await ada.call(api.notifications.list, { query: {} });
  assert.deepEqual(
    inbox.notifications.map(({ kind, actor }) => [kind, actor?.name]),
    [['commented', 'bob']],
  );
});

test('an answer of HTML only is read as text, and cut at the mark', async () => {
  const { card, to } = await told();
  const html =
    '<div>Done, <b>really</b></div><blockquote><p>— Reply above this line to comment —</p><p>Old news</p></blockquote>';
  assert.match(await mails(to, answer(html, { 'Content-Type': 'text/html; charset=utf-8' })), /^250/);
  assert.equal((await commentsOn(card))[0]?.comment, 'Done, really');
});

/** A question to bob, and the address of the mail that asks him. */
async function asked() {
  const card = await makeCard(ada, nth(lists, 0), { title: 'Paint the pier' });
  const body = { text: 'Which color?', options: ['Blue'], to: member };
  const { publicId: id } = await ada.call(api.questions.ask, { params: { cardPublicId: card }, body });
  const { mail, to } = await mailAbout(/<?(answer\+[^>\s]+)>?$/);
  const read = () => ada.call(api.questions.get, { params: { questionPublicId: id } });
  return { card, id, mail, to, read };
}

test('the answer to a mail that asks answers the question; once it has an answer, it is a comment', async () => {
  const { card, id, mail, to, read } = await asked();
  assert.match(to, /^answer\+[0-9a-z]{52}@in\.example\.com$/);
  assert.match(mail.text ?? '', /Reply to this email to answer the question\./);
  assert.match(await mails(to, answer('Green, with *dots*')), /^250/);
  const { state, answer: given } = await read();
  assert.deepEqual([state, given?.text, given?.answeredBy.id], ['answered', 'Green, with *dots*', bob.id]);
  assert.match(await mails(to, answer('Or rather blue')), /^250/);
  assert.equal((await read()).answer?.text, 'Green, with *dots*');
  const [comment] = await commentsOn(card);
  assert.deepEqual([comment?.comment, comment?.replyTo], ['Or rather blue', id]);
});

test('the address of a question takes no mails of others, nor once its reader may not comment', async () => {
  const { to, read } = await asked();
  assert.match(await mails(to, answer('Mine', {}, 'Eve <eve@example.com>'), 'eve@example.com'), /^550/);
  const wrong = `${to.slice(0, 59 - 1)}${to[58] === 'a' ? 'b' : 'a'}@${domain}`;
  assert.match(await mails(wrong, answer('Guessed')), /^550/);
  await setStatus(service, member, 'paused');
  assert.match(await mails(to, answer('Late')), /^550/);
  await setStatus(service, member, 'active');
  assert.equal((await read()).state, 'open');
});

test('a mail that is delivered twice is one comment', async () => {
  const { card, to } = await told();
  const raw = answer('Once');
  const replies = await Promise.all([mails(to, raw), mails(to, raw)]);
  assert.match(await mails(to, raw), /^250/);
  for (const reply of replies) assert.match(reply, /^250/);
  assert.equal((await commentsOn(card)).length, 1);
});

test('files become attachments under safe names, and count against the limits', async () => {
  const { card, to } = await told();
  const file = (name: string, size: number) =>
    `--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(size, 7).toString('base64')}\r\n`;
  const mixed = { 'Content-Type': 'multipart/mixed; boundary=b' };
  const text = '--b\r\nContent-Type: text/plain\r\n\r\nSee the file\r\n';
  const raw = answer(`${text}${file('../../etc/passwd', 2_000_000)}${file('b.png', 10)}--b--\r\n`, mixed);
  assert.match(await mails(to, raw), /^250/);
  const attached = await ada.call(api.attachments.list, { params: { cardPublicId: card } });
  assert.deepEqual(
    attached.map(({ filename, size, contentType }) => [filename, size, contentType]),
    [
      ['.._.._etc_passwd', 2_000_000, 'image/png'],
      ['b.png', 10, 'image/png'],
    ],
  );
  const content = await fetch(nth(attached, 0).url.replace(settings.PUBLIC_URL, service.address));
  assert.equal((await content.arrayBuffer()).byteLength, 2_000_000);
  assert.equal((await commentsOn(card)).length, 1);
});

test('only the reader of a mail may answer it, from the address of the account, as long as they may comment', async () => {
  const { card, to } = await told();
  assert.match(await mails(to, answer('x', {}, 'Eve <eve@example.com>')), /^550 5\.7\.1/);
  assert.match(await mails(to, answer('x', {}, `${ada.email}`), from), /^550/);
  assert.match(await mails(to, answer('x', {}, `${from}, eve@example.com`)), /^550/);
  assert.match(await mails(to, answer('x', { 'from ': ada.email })), /^550/);
  const madeUp = `reply+${'0'.repeat(52)}@${domain}`;
  const unknown = await mails(madeUp, answer('x'));
  assert.match(unknown, /^550 5\.1\.1/);
  const other = to.replace(
    card,
    card.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
  );
  assert.equal(await mails(other, answer('x')), unknown);
  await setStatus(service, member, 'paused');
  assert.equal(await mails(to, answer('x')), unknown);
  await setStatus(service, member, 'active');
  assert.match(await mails(to.toUpperCase(), answer('Again')), /^250/);
  assert.deepEqual(
    (await commentsOn(card)).map(({ comment }) => comment),
    ['Again'],
  );
});

test('what machines send is taken and dropped, and nothing is sent in return', async () => {
  const { card, to } = await told();
  outside.mails.length = 0;
  const said: Record<string, string>[] = [
    { 'Auto-Submitted': 'auto-replied' },
    { Precedence: 'bulk' },
    { 'X-Auto-Response-Suppress': 'All' },
    { 'List-Id': '<list.example.com>' },
    { 'Content-Type': 'multipart/report; boundary=b' },
  ];
  for (const headers of said) assert.match(await mails(to, answer('I am away', headers)), /^250/);
  assert.match(await mails(to, answer('Undeliverable'), ''), /^250/);
  assert.match(
    await mails(to, answer('x', { Received: Array(60).fill('a').join('\r\nReceived: ') })),
    /^554 5\.4\.6/,
  );
  assert.deepEqual(await commentsOn(card), []);
  assert.deepEqual(outside.mails, []);
});

test('it passes on nothing, and takes one recipient at a time', async () => {
  const { to } = await told();
  assert.match(await mails('eve@elsewhere.example.com', answer('x')), /^550 5\.7\.1/);
  const answers = await converse(port, [
    'EHLO home.example.com\r\n',
    `MAIL FROM:<${from}>\r\n`,
    `RCPT TO:<${to}>\r\n`,
    `RCPT TO:<${to}>\r\n`,
    'AUTH PLAIN AGEAYg==\r\n',
    'STARTTLS\r\n',
  ]);
  assert.deepEqual(
    answers.slice(2).map((each) => each.slice(0, 3)),
    ['250', '250', '452', '500', '500'],
  );
});

test('bare line breaks end no mail, and nothing after them is a command', async () => {
  const { card, to } = await told();
  const smuggled = `MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n${answer('Smuggled')}`;
  for (const end of ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r'])
    await converse(port, [
      'EHLO home.example.com\r\n',
      `MAIL FROM:<${from}>\r\n`,
      `RCPT TO:<${to}>\r\n`,
      'DATA\r\n',
      `${answer(`Open ${JSON.stringify(end)}`)}${end}${smuggled}\r\n.\r\n`,
    ]);
  const comments = await commentsOn(card);
  assert.equal(comments.length, 4);
  for (const { comment } of comments) assert.match(comment, /^Open/);
});

test('mails that were made to do harm are read or refused, and the service answers meanwhile', async () => {
  const { card, to } = await told();
  const nested = Array.from(
    { length: 100_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  ).join('');
  const hostile: [string, string | Buffer, RegExp][] = [
    ['nested parts', answer(nested, { 'Content-Type': 'multipart/mixed; boundary=b' }), /^(250|554)/],
    ['too large', answer('x'.repeat(26 * 1024 ** 2)), /^552/],
    ['a huge header', answer('y', { 'X-Long': 'z'.repeat(5_000_000) }), /^(250|554)/],
    [
      'many headers',
      answer('y', { 'X-Many': `a\r\n${'X-Many: a\r\n'.repeat(300_000)}X-End: 1` }),
      /^(250|554)/,
    ],
    ['an unknown charset', answer('caf\u00e9', { 'Content-Type': 'text/plain; charset=klingon' }), /^250/],
    [
      'a wrong charset',
      Buffer.concat([
        Buffer.from(answer('', { 'Content-Type': 'text/plain; charset=utf-8' })),
        Buffer.of(0xff, 0xfe, 0x41),
      ]),
      /^250/,
    ],
    ['deep HTML', answer('<div>'.repeat(200_000), { 'Content-Type': 'text/html' }), /^(250|554)/],
    ['nothing', answer(''), /^554 5\.6\.0/],
    ['a novel', answer('word '.repeat(3000)), /^552/],
  ];
  for (const [name, raw, expected] of hostile) {
    const reply = mails(to, raw);
    assert.equal((await service.raw('/health')).status, 200);
    assert.match(await reply, expected, name);
  }
  for (const { comment } of await commentsOn(card)) assert.ok(comment.length <= 10_000);
  assert.match(await mails(to, answer('Still here')), /^250/);
});

test('a person writes sixty mails an hour at most', async () => {
  const eve = await signUp('eve');
  await addMember(service, workspace, eve);
  const card = await makeCard(ada, nth(lists, 0), { title: 'Busy' });
  const to = replyAddress(service, eve.id, card) ?? '';
  const raw = answer('Away', { 'Auto-Submitted': 'auto-replied' }, eve.email);
  // A mail counts from its beginning. Reading each in a process of its own would take half a minute.
  const begun = [
    'EHLO home.example.com\r\n',
    `MAIL FROM:<${eve.email}>\r\n`,
    `RCPT TO:<${to}>\r\n`,
    'DATA\r\n',
  ];
  for (let sent = 0; sent < 58; sent++) assert.match((await converse(port, begun)).at(-1) ?? '', /^354/);
  const replies: string[] = [];
  for (let sent = 58; sent < 61; sent++) replies.push((await mails(to, raw, eve.email)).slice(0, 3));
  assert.deepEqual(replies, ['250', '250', '451']);
});

test('what a trusted mail server says of the sender counts, and nothing else', async () => {
  const guarded = await testService({ ...settings, INBOUND_MAIL_TRUSTED: 'mx.example.com' }, { mailer });
  const carol = await signUp('carol', guarded);
  const made = await makeBoard(carol, { name: 'Town' });
  const card = await makeCard(carol, nth(made.lists, 0), { title: 'Sweep' });
  const to = replyAddress(guarded, carol.id, card) ?? '';
  const ask = (results: string | undefined) =>
    sendRaw(
      guarded.mailPort ?? 0,
      { from: carol.email, to },
      answer('Hello', results === undefined ? {} : { 'Authentication-Results': results }, carol.email),
    );
  assert.match(await ask(undefined), /^550/);
  assert.match(await ask('other.example.com; dmarc=pass'), /^550/);
  assert.match(await ask('mx.example.com; spf=pass; dmarc=fail (p=none) header.from=example.com'), /^550/);
  assert.match(await ask('mx.example.com; dmarc=fail (; dmarc=pass) reason="; dmarc=pass"'), /^550/);
  assert.match(
    await ask('mx.example.com; dmarc=fail\r\nAuthentication-Results: mx.example.com; dmarc=pass'),
    /^550/,
  );
  assert.deepEqual(await commentsOn(card, carol), []);
  assert.match(await ask('mx.example.com 1;\r\n\tspf=pass; dmarc=pass header.from=example.com'), /^250/);
  assert.equal((await commentsOn(card, carol)).length, 1);
});
