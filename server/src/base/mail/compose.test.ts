import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkWithCode, mailOf, quoted } from './compose.ts';
import type { Mail } from './mail.ts';

const to = 'ada@example.com';
const link = linkWithCode('https://boards.example.com', 'invite', 'tbi_code');
const hostile = quoted(`<img src=x onerror=alert(1)> & "friends" https://evil.example/ ${'x'.repeat(200)}`);
const shared = { board: hostile, workspace: hostile, by: hostile };
const hook = { name: hostile, workspace: hostile };

const mails: Record<string, Mail> = {
  magicLink: mailOf({ to }, 'magicLink', link),
  passwordReset: mailOf({ to }, 'passwordReset', link),
  newAddress: mailOf({ to }, 'newAddress', link),
  addressChanged: mailOf({ to }, 'addressChanged', link),
  accountDeleted: mailOf({ to }, 'accountDeleted', link),
  invitation: mailOf({ to }, 'invitation', link, { to, workspace: hostile, from: hostile }),
  invitationOfNobody: mailOf({ to }, 'invitation', link, { to, workspace: hostile, from: null }),
  boardPublished: mailOf({ to }, 'boardPublished', link, shared),
  boardUnpublished: mailOf({ to }, 'boardUnpublished', link, shared),
  webhookGone: mailOf({ to }, 'webhookDisabled', link, { ...hook, reason: 'gone' }),
  webhookFailing: mailOf({ to }, 'webhookDisabled', link, { ...hook, reason: 'failing' }),
  chatGone: mailOf({ to }, 'chatDisabled', link, { ...hook, reason: 'gone' }),
};

/** The text as it stands in HTML. */
const inHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

for (const [kind, { subject, text, html, to: receiver }] of Object.entries(mails)) {
  test(`${kind}: one sentence and one link, as text and as HTML`, () => {
    assert.equal(receiver, to);
    const [sentence = '', ...rest] = text.split('\n');
    assert.deepEqual(rest, ['', link, '']);
    assert.match(sentence, /^[A-Z][^]*\.$/);
    assert.doesNotMatch(sentence.replaceAll(hostile, ''), /\. /);
    assert.doesNotMatch(text.replace(link, ''), /https?:\/\/|POST|PUT|\{|evil\.example/);
    assert.ok(!subject.includes('evil'));
    assert.deepEqual(html.match(/<a [^>]*href="[^"]*"/g)?.length, 1);
    assert.ok(html.includes(`href="${link}"`));
    assert.ok(html.includes(`<p style="margin: 0 0 24px; max-width: 36em">${inHtml(sentence)}</p>`));
    assert.doesNotMatch(html, /<img|<script|https?:\/\/evil/);
  });
}

test('a mail loads nothing from elsewhere and names its language', () => {
  const { html } = mailOf({ to, language: 'en' }, 'magicLink', link);
  assert.match(html, /^<!doctype html>\n<html lang="en">/);
  assert.doesNotMatch(html.replace(link, ''), /https?:|url\(|src=|<link/);
});
