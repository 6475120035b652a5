/*
 * The files of the build, by path, with the hash of each in the form of the attribute `integrity`. The build replaces
 * both values; see `web/offline-build.ts`.
 */

export const files: Readonly<Record<string, string>> = {};

/** Identifies the build. */
export const appVersion = '';
