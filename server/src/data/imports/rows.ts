import { postponedIn } from '../../base/jobs/failed.ts';

/** Imports that wait for another attempt. */
export const failedImports = postponedIn('imports');
