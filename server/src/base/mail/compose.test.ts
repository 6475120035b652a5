import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languageNames, languages } from '../../../../contract/languages.ts';
import { linkWithCode, mailOf, quoted } from './compose.ts';
import type { Mail } from './mail.ts';

const to = 'ada@example.com';
const link = linkWithCode('https://boards.example.com', 'invite', 'tbi_code');
const hostile = quoted(`<img src=x onerror=alert(1)> & "friends" https://evil.example/ ${'x'.repeat(200)}`);
const shared = { board: hostile, workspace: hostile, by: hostile };
const hook = { name: hostile, workspace: hostile };

function mailsIn(language: Language): Record<string, Mail> {
  const reader = { to, language };
  return {
    magicLink: mailOf(reader, 'magicLink', link),
    passwordReset: mailOf(reader, 'passwordReset', link),
    newAddress: mailOf(reader, 'newAddress', link),
    addressChanged: mailOf(reader, 'addressChanged', link),
    passwordChanged: mailOf(reader, 'passwordChanged', link),
    factorsChanged: mailOf(reader, 'factorsChanged', link),
    accountDeleted: mailOf(reader, 'accountDeleted', link),
    invitation: mailOf(reader, 'invitation', link, { to, workspace: hostile, from: hostile }),
    invitationOfNobody: mailOf(reader, 'invitation', link, { to, workspace: hostile, from: null }),
    boardPublished: mailOf(reader, 'boardPublished', link, shared),
    boardUnpublished: mailOf(reader, 'boardUnpublished', link, shared),
    webhookGone: mailOf(reader, 'webhookDisabled', link, { ...hook, reason: 'gone' }),
    webhookFailing: mailOf(reader, 'webhookDisabled', link, { ...hook, reason: 'failing' }),
    chatGone: mailOf(reader, 'chatDisabled', link, { ...hook, reason: 'gone' }),
  };
}

const english = mailsIn('en');
const mails = languages.flatMap((language) =>
  Object.entries(mailsIn(language)).map(([kind, mail]) => ({ language, kind, mail })),
);

/** The text as it stands in HTML. */
const inHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

for (const { language, kind, mail } of mails) {
  const { subject, text, html, to: receiver } = mail;
  test(`${kind} in ${languageNames[language]}: one sentence and one link, as text and as HTML`, () => {
    assert.equal(receiver, to);
    const [sentence = '', ...rest] = text.split('\n');
    assert.deepEqual(rest, ['', link, '']);
    assert.match(sentence, /^[\p{Lu}\p{Lo}][^]*\.$/u);
    assert.doesNotMatch(sentence.replaceAll(hostile, ''), /\. /);
    assert.doesNotMatch(text.replace(link, ''), /https?:\/\/|POST|PUT|\{|evil\.example/);
    assert.ok(!subject.includes('evil'));
    if (language !== 'en') assert.notEqual(subject, english[kind]?.subject);
    const values = (of = '') => [of.split(hostile).length, of.split(to).length];
    assert.deepEqual(values(text), values(english[kind]?.text), 'it names what the English one names');
    assert.deepEqual(html.match(/<a [^>]*href="[^"]*"/g)?.length, 1);
    assert.ok(html.includes(`href="${link}"`));
    assert.ok(html.includes(`<p style="margin: 0 0 24px; max-width: 36em">${inHtml(sentence)}</p>`));
    assert.doesNotMatch(html, /<img|<script|https?:\/\/evil/);
  });
}

test('a mail loads nothing from elsewhere and names its language', () => {
  const { html } = mailOf({ to, language: 'en' }, 'magicLink', link);
  assert.match(html, /^<!doctype html>\n<html lang="en" dir="ltr">/);
  assert.doesNotMatch(html.replace(link, ''), /https?:|url\(|src=|<link/);
});
