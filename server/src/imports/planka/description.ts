import { type Fields, fieldsOf, numberOf, textOf } from '../boardtool-json/fields.ts';
import { type Detail, descriptionOf, type Link } from '../reading/description.ts';
import { grouped, type Parts } from '../reading/parts.ts';
import type { Warnings } from '../warnings.ts';

/** Data of a card without an equivalent here becomes lines of the description. */
export function descriptionReader(parts: Parts, warnings: Warnings): (card: Fields) => string {
  const names = new Map(parts.list('customFields').map(({ id, name }) => [id, textOf(name)]));
  const valuesOf = grouped(parts.list('customFieldValues'), ({ cardId }) => textOf(cardId));
  const filesOf = grouped(parts.list('attachments'), ({ cardId }) => textOf(cardId));
  return (card) => {
    const id = textOf(card.id);
    const links = filesOf(id).map(linkOf);
    const values = valuesOf(id)
      .map(
        ({ customFieldId, content }): Detail => ({
          name: names.get(customFieldId) || 'Custom field',
          value: textOf(content).trim(),
        }),
      )
      .filter(({ value }) => value !== '');
    const spent = timeSpentOn(card);
    warnings.add('attachments kept as links in the description; PLANKA keeps the files', links.length);
    warnings.note('custom field values kept in the description', values.length);
    warnings.note('hours spent kept in the description', spent.length);
    return descriptionOf(textOf(card.description), [...spent, ...values], links);
  };
}

/** Version 1 has the address in `url`, version 2 in `data`, which depends on the type. */
const linkOf = ({ name, url, data }: Fields): Link => ({
  name: textOf(name),
  address: textOf(url) || textOf(fieldsOf(data).url),
});

function timeSpentOn({ stopwatch }: Fields): Detail[] {
  const seconds = numberOf(fieldsOf(stopwatch).total);
  return seconds > 0 ? [{ name: 'Hours spent', value: String(Math.round(seconds / 36) / 100) }] : [];
}
