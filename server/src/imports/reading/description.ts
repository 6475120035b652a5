/** A property that cards here have no field for; it is kept in the description. */
export interface Detail {
  name: string;
  value: string;
}

/** Appends details and links to a description. */
export function descriptionOf(text: string, details: readonly Detail[], links: readonly Link[] = []): string {
  const lines = [
    ...details.map(({ name, value }) => `- **${inline(name)}:** ${inline(value)}`),
    ...links.map(lineOf),
  ];
  return [text, lines.join('\n')].filter((part) => part !== '').join('\n\n');
}

export interface Link {
  name: string;
  address: string;
  /** The kind of link, unless it is obvious. */
  kind?: string;
}

const lineOf = ({ name, address, kind }: Link): string => {
  const label = inline(name.trim() || address).replace(/[\\[\]]/g, '\\$&');
  const link = /^https?:\/\//i.test(address)
    ? `[${label}](<${address.replace(/[<>\s]/g, encodeURIComponent)}>)`
    : label;
  return kind === undefined ? `- ${link}` : `- **${kind}:** ${link}`;
};

const inline = (text: string): string => text.replace(/\s+/g, ' ').trim();
