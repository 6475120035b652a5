import type { IconNode } from 'lucide';
import {
  AtSign,
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Paperclip,
  TextQuote,
} from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { editorTexts, fileTexts } from '../messages/card.ts';
import { FileInput } from '../ui/file-input.tsx';
import { Icon } from '../ui/icon.tsx';
import { block, type Edit, type Field, link, wrap } from './writing.ts';

export interface Tool {
  icon: IconNode;
  name: string;
  keys?: string;
  edit: (field: Field) => Edit;
}

export const tools: readonly Tool[] = [
  { icon: Bold, name: editorTexts.bold, keys: 'b', edit: (field) => wrap(field, '**') },
  { icon: Italic, name: editorTexts.italic, keys: 'i', edit: (field) => wrap(field, '_') },
  { icon: Link, name: editorTexts.link, keys: 'k', edit: (field) => link(field) },
  { icon: Code, name: editorTexts.code, edit: (field) => wrap(field, '`') },
  { icon: Heading, name: editorTexts.heading, edit: (field) => block(field, 'heading') },
  { icon: List, name: editorTexts.bullets, edit: (field) => block(field, 'bullets') },
  { icon: ListOrdered, name: editorTexts.numbers, edit: (field) => block(field, 'numbers') },
  { icon: ListChecks, name: editorTexts.tasks, edit: (field) => block(field, 'tasks') },
  { icon: TextQuote, name: editorTexts.quote, edit: (field) => block(field, 'quote') },
  {
    icon: AtSign,
    name: editorTexts.mention,
    edit: ({ start, end }) => ({ from: start, to: end, insert: '@', start: start + 1, end: start + 1 }),
  },
];

interface ToolbarProps {
  isShown: boolean;
  turn: () => void;
  run: (tool: Tool) => void;
  attach: (files: readonly File[]) => void;
}

/** One stop of the Tab key; arrow keys move between the tools. */
export function Toolbar({ isShown, turn, run, attach }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const onKey = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const way = document.dir === 'rtl' ? -1 : 1;
    const next = { ArrowRight: here + way, ArrowLeft: here - way, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  };
  const stop = (index: number) => ({ tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) });
  return (
    <div class="tools" ref={bar} role="toolbar" aria-label={editorTexts.tools} onKeyDown={onKey}>
      {tools.map((tool, index) => (
        <button
          key={tool.name}
          {...stop(index)}
          class="button plain small icon-only"
          type="button"
          disabled={isShown}
          aria-label={tool.name}
          title={tool.keys ? `${tool.name} (${editorTexts.withCtrl(tool.keys.toUpperCase())})` : tool.name}
          onClick={() => run(tool)}
        >
          <Icon of={tool.icon} />
        </button>
      ))}
      <button
        {...stop(tools.length)}
        class="button plain small icon-only"
        type="button"
        disabled={isShown}
        aria-label={fileTexts.attach}
        title={fileTexts.attach}
        onClick={() => picker.current?.click()}
      >
        <Icon of={Paperclip} />
      </button>
      <FileInput of={picker} take={attach} />
      <span class="room" />
      <button
        {...stop(tools.length + 1)}
        class="button plain small"
        type="button"
        aria-pressed={isShown}
        onClick={turn}
      >
        {editorTexts.preview}
      </button>
    </div>
  );
}
