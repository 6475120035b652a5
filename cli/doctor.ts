import { type Config, readConfig } from '../server/src/config/config.ts';
import { smtpMailer } from '../server/src/mail/smtp.ts';
import { readArguments } from './arguments.ts';
import { examineDataDir } from './doctor/data-dir.ts';
import { examineDatabase } from './doctor/database.ts';
import { type Finding, note, ok, wrong } from './doctor/finding.ts';
import { reasonOf } from './reason.ts';

/** `doctor`: says what it finds, line by line; ends with 1 where something is wrong. */
export async function doctor(args: string[]): Promise<void> {
  readArguments(args, [], {});
  for await (const { state, about, text } of examine(readConfig(process.env))) {
    console.log(`${state.padEnd(7)}${about.padEnd(12)}${text}`);
    if (state === 'wrong') process.exitCode = 1;
  }
}

async function* examine(config: Config): AsyncGenerator<Finding> {
  yield* examineSettings(config);
  yield* examineDataDir(config);
  yield* examineDatabase(config);
  yield* examineMail(config);
}

function* examineSettings({ host, publicUrl, trustProxy }: Config): Generator<Finding> {
  yield ok('settings', 'every value is allowed');
  const isPublic = !['127.0.0.1', '::1', 'localhost'].includes(host);
  if ((isPublic || trustProxy) && !publicUrl) {
    yield note('settings', 'PUBLIC_URL is not set: links in mails lead to localhost');
  }
}

async function* examineMail(config: Config): AsyncGenerator<Finding> {
  if (!config.smtpUrl) {
    yield note('mail', 'SMTP_URL is not set: mails go to the log');
    return;
  }
  const mailer = await smtpMailer(config.smtpUrl, config);
  try {
    await mailer.check?.();
    yield ok('mail', 'the server of SMTP_URL lets us in');
  } catch (error) {
    yield wrong('mail', `the server of SMTP_URL: ${reasonOf(error)}`);
  } finally {
    mailer.close?.();
  }
}
