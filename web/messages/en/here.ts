import { list, word } from './counts.ts';

/* Texts about other viewers; part of `t`. */

const looks = (...names: string[]): string => `${list(names)} ${word(names.length, 'is', 'are')} here`;
const writes = (...names: string[]): string => `${list(names)} ${word(names.length, 'is', 'are')} writing`;

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
