import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../../../contract/api.ts';
import type { Mail } from '../base/mail/mail.ts';
import { makeWorkspace } from '../testing/fixtures.ts';
import { mailsTo } from '../testing/mails.ts';
import { type Person, testService } from '../testing/service.ts';

/* The language of mails: that of an account, or else what the browser of who asks for one has. */

const service = await testService();

const ask = (path: string, email: string, accepted: string) =>
  service.raw(`/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': accepted },
    body: JSON.stringify({ email }),
  });

async function newest(email: string): Promise<Mail> {
  const mail = (await mailsTo(service, email)).at(-1);
  assert.ok(mail);
  return mail;
}

const speak = (person: Person, locale: string | null) => person.call(api.users.update, { body: { locale } });

test('who has no account yet gets a link in the language of the browser', async () => {
  await ask('magic-link', 'neu@example.com', 'nl-BE, de-CH;q=0.9, en;q=0.8');
  const mail = await newest('neu@example.com');
  assert.equal(mail.subject, 'Dein Link zum Anmelden');
  assert.match(mail.html ?? '', /<html lang="de" dir="ltr">/);
  await ask('magic-link', 'new@example.com', 'nl, *;q=0.1');
  assert.equal((await newest('new@example.com')).subject, 'Your link to sign in');
  await ask('magic-link', 'weight@example.com', 'fr;q=0, en;q=0.1, de;q=0.9');
  assert.equal((await newest('weight@example.com')).subject, 'Dein Link zum Anmelden');
  await ask('magic-link', 'hebrew@example.com', 'iw-IL, en;q=0.9');
  assert.match((await newest('hebrew@example.com')).html ?? '', /<html lang="he" dir="rtl">/);
});

test('the language of an account counts for more than that of the browser', async () => {
  const ada = await service.signUp('ada');
  await ask('password-reset', ada.email, 'de');
  assert.equal((await newest(ada.email)).subject, 'Neues Passwort wählen');
  await speak(ada, 'en-GB');
  await ask('password-reset', ada.email, 'de');
  assert.equal((await newest(ada.email)).subject, 'Choose a new password');
  await speak(ada, 'de-AT');
  await ask('magic-link', ada.email, 'en');
  assert.equal((await newest(ada.email)).subject, 'Dein Link zum Anmelden');
  await speak(ada, 'nl');
  await ask('magic-link', ada.email, 'de');
  assert.equal((await newest(ada.email)).subject, 'Dein Link zum Anmelden');
});

test('an invitation is in the language of who is invited, or else of who invites', async () => {
  const [eva, ben] = [await service.signUp('eva'), await service.signUp('ben')];
  await speak(eva, 'de');
  await speak(ben, 'en');
  const workspacePublicId = await makeWorkspace(eva, 'Werft');
  const invite = (email: string) =>
    eva.call(api.invites.inviteMember, { params: { workspacePublicId }, body: { email, role: 'member' } });
  await invite('fremd@example.com');
  assert.equal((await newest('fremd@example.com')).subject, 'Einladung in einen Arbeitsbereich');
  await invite(ben.email);
  assert.equal((await newest(ben.email)).subject, 'Invitation to a workspace');
});

test('what happens to an account is told in its language', async () => {
  const kim = await service.signUp('kim');
  await speak(kim, 'de');
  const body = { currentPassword: 'password of kim', newEmail: 'kim2@example.com' };
  await kim.call(api.users.requestNewAddress, { body });
  assert.equal((await newest('kim2@example.com')).subject, 'Bestätige deine neue E-Mail-Adresse');
  await kim.call(api.users.deleteMe, { body: { currentPassword: 'password of kim' } });
  assert.equal((await newest(kim.email)).subject, 'Dein Konto wurde gelöscht');
});
