import { ChevronLeft, ChevronRight, Download, X } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { here } from '../app/location.ts';
import { fileTexts } from '../messages/card.ts';
import { t } from '../messages/t.ts';
import { Editable } from '../ui/editable.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { CardPart } from './part.ts';
import { showPicture } from './pictures.ts';
import { renameFile } from './renaming.ts';

interface LightboxProps {
  part: CardPart;
  pictures: CardPart['card']['attachments'];
  id: string;
}

/** Where the next picture is: 1 for to the right. */
const way = (): number => (document.dir === 'rtl' ? -1 : 1);

/** Pixels that a finger moves to turn to another picture. */
const swipe = 40;

/** A picture as large as the window, and the way to the others of the card: by key, button or finger. */
export function Lightbox({ part, pictures, id }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const from = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    dialog.current?.focus();
    return () => {
      dialog.current?.close();
      opener?.focus();
    };
  }, []);
  const index = pictures.findIndex(({ publicId }) => publicId === id);
  const picture = pictures[index];
  const turn = (by: number) => {
    const next = pictures.at((index + by) % pictures.length);
    if (next) showPicture(next.publicId);
  };
  const close = () => showPicture(null);
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      tabIndex={-1}
      aria-label={picture?.originalFilename ?? t.close}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      onKeyDown={(event) => {
        const by = { ArrowRight: way(), ArrowLeft: -way() }[event.key];
        if (by !== undefined) turn(by);
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        event.stopPropagation();
        from.current = event.clientX;
      }}
      onPointerUp={({ clientX, pointerType }) => {
        const moved = clientX - (from.current ?? clientX);
        if (pointerType !== 'mouse' && Math.abs(moved) > swipe) turn(moved < 0 ? way() : -way());
      }}
      onClick={({ target }) => {
        if (target === dialog.current || (target as HTMLElement).tagName === 'FIGURE') close();
      }}
    >
      {picture && (
        <Head key={id} part={part} picture={picture} place={index + 1} of={pictures.length} close={close} />
      )}
      <figure>
        {picture && <img key={id} src={here(picture.url)} alt={picture.originalFilename} draggable={false} />}
      </figure>
      {pictures.length > 1 && <Turns turn={turn} />}
    </dialog>
  );
}

const Turns = ({ turn }: { turn: (by: number) => void }) => (
  <>
    <IconButton
      icon={ChevronLeft}
      name={fileTexts.previous}
      run={() => turn(-1)}
      size={20}
      class="button turn before"
    />
    <IconButton
      icon={ChevronRight}
      name={fileTexts.next}
      run={() => turn(1)}
      size={20}
      class="button turn after"
    />
  </>
);

interface HeadProps {
  part: CardPart;
  picture: LightboxProps['pictures'][number];
  place: number;
  of: number;
  close: () => void;
}

function Head({ part, picture: { publicId, url, originalFilename }, place, of, close }: HeadProps) {
  return (
    <header>
      <Editable
        value={originalFilename}
        label={fileTexts.rename}
        isFile
        save={part.mayEdit ? (next) => renameFile(part, publicId, originalFilename, next) : undefined}
      />
      {of > 1 && <span role="status">{fileTexts.place(place, of)}</span>}
      <span class="room" />
      <a
        class="button plain icon-only"
        href={here(url)}
        download={originalFilename}
        aria-label={fileTexts.download}
        title={fileTexts.download}
      >
        <Icon of={Download} />
      </a>
      <IconButton icon={X} name={t.close} run={close} class="button plain icon-only" />
    </header>
  );
}
