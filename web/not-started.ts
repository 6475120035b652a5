import type { Language } from '../contract/languages.ts';

/*
 * What is read where the page does not start: in browsers that are too old, without scripts, or on a slow line. It stands in the page
 * itself, in all languages, since no script has chosen one; the script takes it away (`main.tsx`), and style shows it after a while.
 */

/** The oldest browsers for which the pages are built. */
const oldest = { chrome: 128, firefox: 140, safari: 18 };

export const target = Object.entries(oldest).map(([browser, version]) => `${browser}${version}`);

const browsers = `Chrome\u00a0${oldest.chrome}, Edge\u00a0${oldest.chrome}, Firefox\u00a0${oldest.firefox}, Safari\u00a0${oldest.safari}`;

const sentences: Record<Language, string> = {
  en: `This page has not started yet. Taskboard needs JavaScript, and ${browsers} or a newer version.`,
  de: `Diese Seite ist noch nicht gestartet. Taskboard braucht JavaScript und ${browsers} oder eine neuere Version.`,
  fr: `Cette page n’a pas encore démarré. Taskboard nécessite JavaScript et ${browsers} ou une version plus récente.`,
  es: `Esta página aún no se ha iniciado. Taskboard necesita JavaScript y ${browsers} o una versión más reciente.`,
  he: `הדף עדיין לא עלה. Taskboard זקוק ל־JavaScript ול־${browsers} או לגרסה חדשה יותר.`,
};

/** As HTML. */
export const notStarted = Object.entries(sentences)
  .map(([language, text]) => `<p lang="${language}" dir="auto">${text}</p>`)
  .join('');
