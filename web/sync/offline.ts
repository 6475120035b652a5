import { trusted } from './trusted.ts';

/** Lets the app start without a connection from now on. Browsers have service workers over HTTPS, and on the machine itself. */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // Where the user has denied it, the app needs a connection to start.
  await navigator.serviceWorker.register(trusted('offline', '/service-worker.js')).catch(() => undefined);
}
