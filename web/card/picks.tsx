import { useState } from 'preact/hooks';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/form.tsx';
import { server } from '../app/session.ts';
import { turnLabel, turnMember } from '../board/doing.ts';
import { nextColour } from '../board/next-colour.ts';
import type { OpenBoard } from '../board/open.ts';
import { cardTexts, colourTexts } from '../messages/card.ts';
import { type Choosable, Choose } from '../ui/choose.tsx';
import { toast } from '../ui/toast.tsx';
import { Hues } from './hues.tsx';
import { labelsFor, membersFor } from './properties.tsx';

/*
 * The contents of the pickers: one for each property, on a card's page, and beside one or several cards on the board. What is
 * chosen is set on all of the cards, or taken off if all have it.
 */

export interface PicksProps {
  board: OpenBoard;
  cards: readonly string[];
  close: () => void;
  /** Inside the picker of dates, which `close` leads back to. */
  isInDates?: boolean;
}

const hues = Object.keys(colourTexts);

export function LabelPicks({ board, cards }: PicksProps) {
  const [chosen, setChosen] = useState<string>();
  const options = labelsFor(board, cards);
  const { store } = board;
  const taken = store.labels.value.flatMap((id) => store.get('label', id).value?.colourCode ?? []);
  const colour = chosen ?? nextColour(hues, taken);
  const create = async (name: string) => {
    try {
      const body = { name: name.slice(0, 36), boardPublicId: board.id, colourCode: colour };
      const { reply } = await server.ask(routes.labels.create, { body });
      store.put('label', reply.publicId, reply);
      turnLabel(board, cards, reply.publicId);
      setChosen(undefined);
    } catch (error) {
      toast(problemOf(error));
    }
  };
  return (
    <Choose
      label={cardTexts.findLabel}
      options={options}
      turn={(id) => turnLabel(board, cards, id)}
      create={{
        text: cardTexts.createLabel,
        run: (name) => void create(name),
        more: (
          <Hues label={cardTexts.newLabelColour} isChosen={(code) => code === colour} choose={setChosen} />
        ),
      }}
      empty={cardTexts.noLabels}
      hasDigits
    />
  );
}

export const MemberPicks = ({ board, cards }: PicksProps) => (
  <PeoplePicks
    options={membersFor(board, cards)}
    heading={cardTexts.onCard}
    turn={(id) => turnMember(board, cards, id)}
  />
);

interface PeoplePicksProps {
  options: readonly Choosable[];
  /** Above those who are chosen already. */
  heading: string;
  turn: (id: string) => void;
}

export function PeoplePicks({ options, heading, turn }: PeoplePicksProps) {
  // Who was chosen at first stays at the top: nothing moves under the hand.
  const [first] = useState(() => new Set(options.flatMap(({ id, held }) => (held === 'none' ? [] : [id]))));
  const isFirst = ({ id }: { id: string }) => first.has(id);
  const grouped = [
    ...options.filter(isFirst).map((each) => ({ ...each, group: heading })),
    ...options
      .filter((each) => !isFirst(each))
      .map((each) => (first.size > 0 ? { ...each, group: cardTexts.people } : each)),
  ];
  return (
    <Choose
      label={cardTexts.findMember}
      options={grouped}
      turn={turn}
      empty={cardTexts.noMembers}
      hasDigits
    />
  );
}
