import { systemClock } from '../server/src/base/clock.ts';
import type { Config } from '../server/src/base/config/config.ts';
import { mailOf } from '../server/src/base/mail/compose.ts';
import { smtpMailer } from '../server/src/base/mail/smtp.ts';
import { PictureProcess } from '../server/src/base/pictures/process.ts';
import { openIdClient } from '../server/src/users/openid/client.ts';
import { readArguments } from './arguments.ts';
import { namedConfig } from './database.ts';
import { examineBackups } from './doctor/backups.ts';
import { examineDataDir } from './doctor/data-dir.ts';
import { examineDatabase } from './doctor/database.ts';
import { type Finding, note, ok, wrong } from './doctor/finding.ts';
import { pagesProblem } from './pages.ts';
import { reasonOf } from './reason.ts';

/** `doctor`: prints its findings line by line; exits with 1 if something is wrong. */
export async function doctor(args: string[]): Promise<void> {
  const { options } = readArguments(args, [], { 'mail-to': { type: 'string' } });
  for await (const { state, about, text } of examine(namedConfig(), options['mail-to'])) {
    console.log(`${state.padEnd(7)}${about.padEnd(12)}${text}`);
    if (state === 'wrong') process.exitCode = 1;
  }
}

async function* examine(config: Config, mailTo: string | undefined): AsyncGenerator<Finding> {
  yield* examineSettings(config);
  yield* examineDataDir(config);
  yield* examineDatabase(config);
  yield examinePages();
  yield* examinePictures();
  yield* examineBackups(config);
  yield* examineMail(config, mailTo);
  yield* examineInboundMail(config);
  yield* examineProviders(config);
}

function* examineSettings({ host, publicUrl, trustProxy }: Config): Generator<Finding> {
  yield ok('settings', 'every value is allowed');
  const isPublic = !['127.0.0.1', '::1', 'localhost'].includes(host);
  if ((isPublic || trustProxy) && !publicUrl) {
    yield note('settings', 'PUBLIC_URL is not set: links in emails point to localhost');
  }
}

function examinePages(): Finding {
  const problem = pagesProblem();
  return problem ? wrong('pages', problem) : ok('pages', 'they are built from what is here');
}

async function* examinePictures(): AsyncGenerator<Finding> {
  const pictures = new PictureProcess();
  try {
    await pictures.check();
    yield ok('pictures', 'sharp makes small versions of them');
  } catch (error) {
    yield note('pictures', `there are no small versions of them: ${reasonOf(error)}`);
  } finally {
    pictures.close();
  }
}

async function* examineMail(config: Config, mailTo: string | undefined): AsyncGenerator<Finding> {
  if (!config.smtpUrl) {
    yield note('mail', 'SMTP_URL is not set: emails go to the log');
    return;
  }
  const mailer = await smtpMailer(config.smtpUrl, config);
  try {
    await mailer.check?.();
    yield ok('mail', 'the server of SMTP_URL accepts the connection');
    if (mailTo !== undefined) {
      await mailer.send(
        mailOf({ to: mailTo }, 'test', `${config.publicUrl ?? `http://localhost:${config.port}`}/admin`),
      );
      yield ok('mail', `it has taken a test mail to ${mailTo}`);
    }
  } catch (error) {
    yield wrong('mail', `the server of SMTP_URL: ${reasonOf(error)}`);
  } finally {
    mailer.close?.();
  }
}

function* examineInboundMail({ inboundMail, smtpUrl }: Config): Generator<Finding> {
  if (!inboundMail) return;
  const { domain, trusted } = inboundMail;
  yield ok('mail', `mails for ${domain} come in by ${inboundMail.protocol.toUpperCase()}`);
  if (!smtpUrl) yield note('mail', 'SMTP_URL is not set: nobody gets a mail that could be answered');
  if (!trusted) yield note('mail', 'INBOUND_MAIL_TRUSTED is not set: senders are not checked by DMARC');
}

/** Requests the metadata of each provider, as the first sign-in with it does. */
async function* examineProviders(config: Config): AsyncGenerator<Finding> {
  for (const provider of config.openIdProviders) {
    const client = openIdClient(provider, config, systemClock());
    try {
      await client.addressOf(neverUsed, 'state', 'verifier');
      yield ok('sign-in', `${provider.issuer} answers as an OpenID provider`);
    } catch (error) {
      yield wrong('sign-in', reasonOf(error));
    }
  }
}

const neverUsed = {
  provider: '',
  redirectUri: 'http://localhost/',
  nonce: '',
  verifierHash: '',
  expiresAt: 0,
};
