import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import type { CommandWithControl } from '../board/overlay.ts';
import { cardTexts } from '../messages/card.ts';
import { Icon } from '../ui/icon.tsx';
import { Picker } from './picker.tsx';

interface PropertyProps {
  icon: IconNode;
  name: string;
  /** The command that opens it. */
  command?: CommandWithControl;
  /** What is chosen, if anything. */
  value: ComponentChildren;
  /** The picker; absent or false where the property is only shown. */
  children?: false | ((close: () => void) => ComponentChildren);
}

/** A property as a row: an icon, its name and its value. All of the row is the button that opens its picker. */
export function Property({ icon, name, command, value, children }: PropertyProps) {
  const row = (
    <>
      <Icon of={icon} />
      <span class="name">{name}</span>{' '}
      <span class="value">{value || <span class="quiet">{cardTexts.none}</span>}</span>
    </>
  );
  if (!children) return <div class="property">{row}</div>;
  return (
    <Picker name={name} class="property" command={command} face={row}>
      {children}
    </Picker>
  );
}
