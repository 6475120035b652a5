import { postponedIn } from '../../base/jobs/failed.ts';

/** Exports that wait for another attempt. */
export const failedExports = postponedIn('exports');
