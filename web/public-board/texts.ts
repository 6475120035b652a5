/* The texts that the script needs: the service has written them into the page, in its language. */

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

interface Texts {
  overdue: string;
  soon: string;
  of: string;
  found: Forms;
}

export const texts = JSON.parse(document.body.dataset.texts ?? '{}') as Texts;

const { lang } = document.documentElement;

/** The page's language as the reader writes it: in the region of the browser, if that has the language. */
export const locale = navigator.languages.find((each) => each.split('-', 1)[0] === lang) ?? lang;

export const counted = (count: number, forms: Forms): string =>
  (forms[new Intl.PluralRules(lang).select(count)] ?? forms.other).replace(
    '{}',
    count.toLocaleString(locale),
  );
