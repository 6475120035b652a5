import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { api } from '../../../../contract/api.ts';
import { makeBoard } from '../../testing/fixtures.ts';
import { mailedToken } from '../../testing/mails.ts';
import { testService } from '../../testing/service.ts';
import { kindOf, newToken, type TokenKind, withoutTokens } from './tokens.ts';

/* The form of credentials, which secret scanners are told in `docs/credentials.md`. */

const document = readFileSync(new URL('../../../../docs/credentials.md', import.meta.url), 'utf8');
const [, text = ''] = /```text\n(.+)\n```/.exec(document) ?? [];
const pattern = new RegExp(text, 'g');
const whole = new RegExp(`^(?:${text})$`);

/** All kinds: one that is missing here is a type error. */
const kinds = Object.keys({
  session: 1,
  key: 1,
  mail: 1,
  invite: 1,
  feed: 1,
  code: 1,
  refresh: 1,
} satisfies Record<TokenKind, 1>) as TokenKind[];

test('every kind of credential fits the documented pattern, and has its row', () => {
  for (const kind of kinds) {
    for (let count = 0; count < 500; count++) {
      const token = newToken(kind);
      assert.match(token, whole, kind);
      assert.deepEqual(`"${token}", Bearer ${token}\nx=${token};`.match(pattern), [token, token, token]);
    }
    assert.ok(document.includes(`| \`${newToken(kind).slice(0, 4)}\` |`), kind);
  }
  const rows = document.match(/^\| `tb._` \|/gm);
  assert.equal(rows?.length, kinds.length);
});

test('nothing else fits it: no other prefix, length or alphabet', () => {
  for (const kind of kinds) {
    const token = newToken(kind);
    for (const other of [
      token.slice(0, -1),
      `${token}0`,
      token.replace(/^tb/, 'ta'),
      token.replace('_', '-'),
      `${token.slice(0, -1)}A`,
      `${token.slice(0, 8)}+${token.slice(9)}`,
      token.toUpperCase(),
      'tbk_0123456789ab',
    ])
      assert.doesNotMatch(other, whole, other);
  }
  for (const other of [
    'mwz3jigu2irwvt95',
    `whsec_${'A'.repeat(43)}=`,
    'a'.repeat(64),
    'tbx_'.padEnd(53, 'a'),
  ])
    assert.doesNotMatch(other, pattern);
});

test('the checksum finds a credential of which a character is wrong', () => {
  for (const kind of kinds) {
    const token = newToken(kind);
    assert.equal(kindOf(token), kind);
    const at = 10;
    const wrong = `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`;
    assert.match(wrong, whole);
    assert.equal(kindOf(wrong), undefined);
  }
});

test('what the service hands out fits it, and the log hides it', async () => {
  const service = await testService();
  const ada = await service.signUp('ada');
  const { workspace, board } = await makeBoard(ada);
  const { key } = await ada.call(api.users.createApiKey, { body: { name: 'key' } });
  const { inviteLink } = await ada.call(api.invites.createLink, { params: { workspacePublicId: workspace } });
  const { url: calendar } = await ada.call(api.calendars.create, { params: { boardPublicId: board } });
  await service.caller().call(api.auth.requestMagicLink, { body: { email: ada.email } });
  const mailed = await mailedToken(service, ada.email);
  const handed = [ada.token, key, inviteLink, calendar, mailed];
  assert.deepEqual(
    handed.map((each) => each.match(pattern)?.map((token) => kindOf(token))),
    [['session'], ['key'], ['invite'], ['feed'], ['mail']],
  );
  for (const each of handed) assert.doesNotMatch(withoutTokens(each), pattern);
});
