/* Texts about other viewers; part of `t`. */

const all = new Intl.ListFormat('en');

const looks = (...names: string[]): string => `${all.format(names)} ${names.length > 1 ? 'are' : 'is'} here`;
const writes = (...names: string[]): string =>
  `${all.format(names)} ${names.length > 1 ? 'are' : 'is'} writing`;

export const hereTexts = {
  here: {
    looks: (name: string) => looks(name),
    writes: (name: string) => writes(name),
    hasOpen: (name: string) => `${name} has this card open`,
    onCard(viewers: readonly { name: string; isWriting: boolean }[]) {
      const [writing = [], looking = []] = [true, false].map((isWriting) =>
        viewers.filter((each) => each.isWriting === isWriting).map(({ name }) => name),
      );
      return [writing.length > 0 ? writes(...writing) : [], looking.length > 0 ? looks(...looking) : []]
        .flat()
        .join(' · ');
    },
  },
};
