import { profileTexts } from '../messages/pages.ts';

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The browser and the system of a session. User agents contain the names of other browsers, so the first match counts. */
export function browserOf(userAgent: string | null): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent?.includes(sign))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return profileTexts.browserOn(browser, system);
  return browser ?? system ?? userAgent?.split(/[\s/]/)[0] ?? profileTexts.unknownBrowser;
}
