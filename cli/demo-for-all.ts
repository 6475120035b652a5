import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../server/src/base/config/config.ts';
import { messageOf } from '../server/src/base/message-of.ts';
import { OutgoingError } from '../server/src/base/outgoing/error.ts';
import type { ImportedBoard } from '../server/src/imports/imported-board.ts';
import { type RunningService, startService, type World } from '../server/src/start.ts';
import { fill } from './demo-content.ts';
import { closeOnSignal } from './serve.ts';

/*
 * A demo for everybody on the network: the password of its account is known, it sends nothing to anyone, and all that is done in
 * it goes away. Each round has a new folder below that of temporary files, and only what a round has made is deleted, so no
 * data of anybody else's is ever touched.
 */

/** As everybody may know. */
const password = 'garden shed';

/** Most bytes of all files of a workspace, unless `STORAGE_QUOTA` is set. */
const quota = 100 * 1024 ** 2;

/** Runs rounds of `seconds` each, until a signal. Throws if the first one cannot start. */
export async function runAgainAndAgain(seconds: number, board: ImportedBoard, config: Config): Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const begin = async (port: number): Promise<RunningService> => {
    const until = new Date(Date.now() + seconds * 1000);
    const service = await startRound({ ...config, port }, { board, until });
    if (!isOver) timer = setTimeout(next, seconds * 1000);
    return service;
  };
  const next = () => {
    round = again(round);
    // Whatever runs the service starts it again.
    round.catch((error) => {
      console.error(`The demo cannot begin anew: ${messageOf(error)}`);
      process.exit(1);
    });
  };
  const again = async (ending: Promise<RunningService>): Promise<RunningService> => {
    const service = await ending;
    if (isOver) return service;
    await endRound(service);
    return begin(config.port || Number(new URL(service.address).port));
  };
  let round = begin(config.port);
  const close = async () => {
    isOver = true;
    clearTimeout(timer);
    await endRound(await round);
  };
  closeOnSignal({ config, close });
  await round;
}

async function startRound(
  config: Config,
  { board, until }: { board: ImportedBoard; until: Date },
): Promise<RunningService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskboard-demo-'));
  try {
    const service = await startService(sealed(config, dataDir), silent);
    try {
      const workspace = `Demo, until ${until.toISOString().slice(11, 16)} UTC`;
      console.log(await fill(service, { password, workspace, board, isAsked: true }));
    } catch (error) {
      await service.close();
      throw error;
    }
    return service;
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function endRound(service: RunningService): Promise<void> {
  await service.close();
  rmSync(service.config.dataDir, { recursive: true, force: true });
}

/** The settings without all that leads elsewhere: databases, stores, providers, mails and keys of a real installation. */
const sealed = (config: Config, dataDir: string): Config => ({
  ...config,
  dataDir,
  databaseUrl: undefined,
  objectStore: undefined,
  secretKey: undefined,
  secretKeyPrevious: undefined,
  backups: undefined,
  smtpUrl: undefined,
  inboundMail: undefined,
  openIdProviders: [],
  // Nobody else leaves an address or a password here.
  signUp: 'closed',
  demandsSecondFactor: false,
  storageQuota: config.storageQuota ?? quota,
});

/** Strangers cannot have it send mails, webhooks, messages or pushes, nor fetch anything. */
const silent: World = {
  mailer: { isOff: true, send: async () => {} },
  outgoing: {
    request: () => Promise.reject(refused()),
    stream: () => Promise.reject(refused()),
    refusal: async () => reason,
  },
};

const reason = 'is not reached from this demo, which sends nothing';

const refused = (): OutgoingError => new OutgoingError('blocked address', reason);
