import { list, word } from './counts.ts';

/* Texts about other viewers, and about what the user may do; part of `t`. */

const looks = (...names: string[]): string => `${list(names)} ${word(names.length, 'is', 'are')} here`;
const writes = (...names: string[]): string => `${list(names)} ${word(names.length, 'is', 'are')} writing`;

export const hereTexts = {
  may: {
    viewOnly: 'View only',
    commentOnly: 'Comment only',
    viewOnlyHint: 'Your role lets you read this board, and not change it.',
    commentOnlyHint: 'Your role lets you read this board and comment on its cards.',
    less: 'Your permissions on this board have changed, and some actions are no longer available.',
    onlyView: 'Your permissions on this board have changed: you can only view it now.',
    kept: 'The text that you were writing is kept.',
  },
  here: {
    bot: 'Bot',
    botNamed: (name: string) => `${name} (bot)`,
    now: 'Here now',
    notNow: 'Not here now',
    you: 'You',
    onlyFromImport: 'Imported, no account yet',
    everyone: 'Everyone on this board',
    theirCards: 'Show only their cards',
    noFilter: 'Show cards of others too',
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
