/** The tag of the page's language: the source of all formats. */
export let language = 'en';

export function setLanguage(tag: string): void {
  language = tag;
}
