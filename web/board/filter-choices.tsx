import { effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { FilterHelp } from '../app/filter-help.tsx';
import { me } from '../app/session.ts';
import { t } from '../messages/t.ts';
import type { Entities } from '../sync/mutation.ts';
import type { Store } from '../sync/store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { criteria, firstDayOfWeek, setCriteria, setText } from './filter.ts';
import { knownOn, problemIn } from './language.ts';
import { type DueRange, dueRanges, isDueOn, none, nowAt, stateOf, states } from './match.ts';

/** The people, labels, dates and states of a board's cards to filter by, with the number of cards for each. */
export function FilterChoices({ store }: { store: Store }) {
  const counts = useCounts(store);
  const { text } = criteria.value;
  const members = store.members.value.flatMap((id) => {
    const member = store.get('member', id).value;
    // Those who do not take part, such as people known only from an import, only while they are on a card.
    const isShown = member?.status === 'active' || counts.has(`members ${id}`);
    return member?.user && isShown ? [{ id, user: member.user }] : [];
  });
  const mine = (id: string) => Number(id !== me.value?.id);
  members.sort((a, b) => mine(a.user.id) - mine(b.user.id));
  const labels = store.labels.value.flatMap((id) => store.get('label', id).value ?? []);
  return (
    <>
      <FilterHelp
        field="filter-words"
        text={text}
        write={setText}
        known={knownOn(store)}
        problem={problemIn(text, store)}
      />
      <Kind name={t.filter.members}>
        <Choice kind="members" value={none} count={counts.get('members none')}>
          <span class="quiet">{t.filter.noMembers}</span>
        </Choice>
        {members.map(({ id, user }) => (
          <Choice key={id} kind="members" value={id} count={counts.get(`members ${id}`)}>
            <Avatar id={user.id} name={user.name ?? ''} />
            <span class="one-line">{user.id === me.value?.id ? t.filter.me : user.name}</span>
          </Choice>
        ))}
      </Kind>
      <Kind name={t.filter.labels}>
        <Choice kind="labels" value={none} count={counts.get('labels none')}>
          <span class="quiet">{t.filter.noLabels}</span>
        </Choice>
        {labels.map(({ publicId, name, colourCode }) => (
          <Choice key={publicId} kind="labels" value={publicId} count={counts.get(`labels ${publicId}`)}>
            <span class="label" style={{ '--colour': colourCode }}>
              {name}
            </span>
          </Choice>
        ))}
      </Kind>
      <Kind name={t.filter.dueDate}>
        {dueRanges.map((range) => (
          <Choice key={range} kind="due" value={range} count={counts.get(`due ${range}`)}>
            <span class={range === none ? 'quiet' : ''}>{t.filter.due[range]}</span>
          </Choice>
        ))}
      </Kind>
      <Kind name={t.filter.state}>
        {states.map((state) => (
          <Choice key={state} kind="is" value={state} count={counts.get(`is ${state}`)}>
            {t.filter.is[state]}
          </Choice>
        ))}
      </Kind>
    </>
  );
}

const Kind = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <fieldset>
    <legend>{name}</legend>
    {children}
  </fieldset>
);

interface ChoiceProps {
  kind: 'members' | 'labels' | 'due' | 'is';
  value: string;
  count: number | undefined;
  children: ComponentChildren;
}

function Choice({ kind, value, count = 0, children }: ChoiceProps) {
  const chosen: readonly string[] = criteria.value[kind];
  const turn = (isOn: boolean) =>
    setCriteria({ [kind]: isOn ? [...chosen, value] : chosen.filter((each) => each !== value) });
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={chosen.includes(value)}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      {children}
      <span class="count">{t.filter.count(count)}</span>
    </label>
  );
}

/** The current counts; changes are batched and counted in the next frame. */
function useCounts(store: Store): Map<string, number> {
  const [counts, setCounts] = useState(() => countsOn(store));
  useLayoutEffect(() => {
    let frame = 0;
    let isBegun = false;
    const count = () => {
      frame = 0;
      setCounts(countsOn(store));
    };
    const end = effect(() => {
      for (const list of store.lists.value) void [store.cardsOf(list).value, store.changesIn(list).value];
      // The first run only repeats the counts of the render.
      if (isBegun) frame ||= requestAnimationFrame(count);
      isBegun = true;
    });
    return () => {
      end();
      cancelAnimationFrame(frame);
    };
  }, [store]);
  return counts;
}

/** The number of cards for each choice, in one pass. */
function countsOn(store: Store): Map<string, number> {
  const counts = new Map<string, number>();
  const now = nowAt(new Date(), firstDayOfWeek());
  const count = (kind: string, ids: readonly string[]) => {
    for (const id of ids.length === 0 ? [none] : ids)
      counts.set(`${kind} ${id}`, (counts.get(`${kind} ${id}`) ?? 0) + 1);
  };
  const add = (card: Entities['card']) => {
    count('members', card.memberPublicIds);
    count('labels', card.labelPublicIds);
    count('is', [stateOf(card)]);
    const ranges = dueRanges.filter((range: DueRange) => isDueOn(card, range, now));
    if (ranges.length > 0) count('due', ranges);
  };
  for (const list of store.lists.peek()) {
    for (const id of store.cardsOf(list).peek()) {
      const card = store.peek('card', id);
      if (card) add(card);
    }
  }
  return counts;
}
