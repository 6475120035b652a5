import { BadSetting } from '../server/src/config/bad-setting.ts';
import { readConfig } from '../server/src/config/config.ts';
import { type RunningService, startService } from '../server/src/service.ts';

/** Runs the service until SIGINT or SIGTERM. */
export async function serve(): Promise<void> {
  const service = await startOrExplain(process.env);
  if (!service) return;
  const { address } = service;
  console.log(`Taskboard listens on ${address}

  Sign up:  curl -X POST ${address}/api/v1/auth/sign-up -H 'content-type: application/json' \\
              -d '{"email":"you@example.com","password":"at least 8 characters","name":"You"}'
  The API:  ${address}/docs
  Data in:  ${service.config.databaseUrl ? 'PostgreSQL' : service.config.dataDir}
`);
  closeOnSignal(service);
}

/** Starts the service. Where a setting makes that impossible it says so in one line and gives undefined. */
export async function startOrExplain(environment: NodeJS.ProcessEnv): Promise<RunningService | undefined> {
  try {
    return await startService(readConfig(environment));
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
    return undefined;
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Closes the service on the first signal; a second one ends it at once. */
export function closeOnSignal(service: RunningService): void {
  const stop = () => {
    for (const signal of signals) process.removeListener(signal, stop);
    void service.close();
  };
  for (const signal of signals) process.once(signal, stop);
}

function reasonOf(error: unknown): string {
  if (error instanceof BadSetting) return error.message;
  const {
    code = '',
    port,
    path,
    message = String(error),
  } = error as {
    code?: string;
    port?: number;
    path?: string;
    message?: string;
  };
  if (code === 'EADDRINUSE') return `PORT=${port} is in use: stop what listens there, or set another PORT`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'HOST is no address of this machine';
  if (code === 'EACCES' && port !== undefined)
    return `PORT=${port} may not be used by this user: set another PORT`;
  if (['EACCES', 'EROFS', 'ENOTDIR', 'EPERM'].includes(code) || code.startsWith('SQLITE_')) {
    return `DATA_DIR cannot be written${path ? ` (${path})` : ''}: ${message}`;
  }
  return `the service cannot start: ${message}`;
}
