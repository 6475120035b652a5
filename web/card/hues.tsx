import { useId } from 'preact/hooks';
import { colourTexts } from '../messages/card.ts';
import './picker.css';

/** Each has a name, because not everybody sees colors. */
const colours = Object.entries(colourTexts);

interface HuesProps {
  label: string;
  isChosen: (colour: string) => boolean;
  choose: (colour: string) => void;
}

/** The colors to choose from in a picker. */
export function Hues({ label, isChosen, choose }: HuesProps) {
  const name = useId();
  return (
    <fieldset class="hues">
      <legend class="unseen">{label}</legend>
      {colours.map(([code, called]) => (
        <input
          key={code}
          type="radio"
          name={name}
          aria-label={called}
          title={called}
          checked={isChosen(code)}
          style={{ '--colour': code }}
          onChange={() => choose(code)}
        />
      ))}
    </fieldset>
  );
}
