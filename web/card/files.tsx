import { Download, File as FileIcon, RotateCw, Trash2, X } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReplyOf } from '../../contract/operation.ts';
import { routes } from '../../contract/routes.ts';
import { here } from '../app/location.ts';
import { server } from '../app/session.ts';
import { cancel, retry, type Upload, upload, uploads } from '../board/uploads.ts';
import { fileTexts } from '../messages/card.ts';
import { FileInput } from '../ui/file-input.tsx';
import { Icon } from '../ui/icon.tsx';
import { deleteAttachment } from './commands.ts';
import type { CardPart } from './part.ts';

type Attachment = CardPart['card']['attachments'][number];

/** Whether the service serves a file inline; others are downloaded. */
export const isPicture = (contentType: string): boolean =>
  /^image\/(?:png|jpeg|gif|webp|avif)$/i.test(contentType);

type Small = ReplyOf<typeof routes.attachments.list>[number];

/** The thumbnails of the card's pictures; requested again when something on the card has changed. */
function useSmall({ id, card: { attachments } }: CardPart): ReadonlyMap<string, Small> {
  const [small, setSmall] = useState<ReadonlyMap<string, Small>>(new Map());
  useEffect(() => {
    if (attachments.length === 0) return;
    const off = new AbortController();
    server
      .ask(routes.attachments.list, { params: { cardPublicId: id } }, { signal: off.signal })
      .then(({ reply }) => setSmall(new Map(reply.map((each) => [each.publicId, each]))))
      // Without thumbnails, the file types are shown.
      .catch(() => {});
    return () => off.abort();
  }, [id, attachments]);
  return small;
}

/** The files of a card, and its uploads. */
export function Files(part: CardPart) {
  const { id, card } = part;
  const small = useSmall(part);
  const under = uploads.value.filter(({ cardId }) => cardId === id);
  if (under.length + card.attachments.length === 0) return null;
  return (
    <section class="files">
      <header>
        <h2>{fileTexts.title}</h2>
        <span class="room" />
        <AttachButton id={id} isSmall />
      </header>
      <ul>
        {card.attachments.map((each) => (
          <OneFile key={each.publicId} of={each} small={small.get(each.publicId)} {...part} />
        ))}
        {under.map((each) => (
          <OneUpload key={each.id} {...each} />
        ))}
      </ul>
    </section>
  );
}

export function AttachButton({ id, isSmall }: { id: string; isSmall?: boolean }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        class={isSmall ? 'button small' : 'button action'}
        type="button"
        onClick={() => picker.current?.click()}
      >
        {fileTexts.attach}
      </button>
      <FileInput of={picker} take={(files) => void upload(id, files)} data-attach />
    </>
  );
}

function OneFile({ of, small, ...part }: CardPart & { of: Attachment; small: Small | undefined }) {
  const { publicId, originalFilename, size, url } = of;
  const address = here(url);
  return (
    <li class="file">
      <a
        class="thumbnail"
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={-1}
        aria-hidden="true"
      >
        {small?.preview ? (
          <img
            src={here(small.preview)}
            width={small.width ?? undefined}
            height={small.height ?? undefined}
            alt=""
            loading="lazy"
            draggable={false}
          />
        ) : (
          <span>{extensionOf(originalFilename) || <Icon of={FileIcon} size={20} />}</span>
        )}
      </a>
      <div class="file-text">
        <a class="one-line" href={address} target="_blank" rel="noopener noreferrer">
          {originalFilename}
        </a>
        <span class="quiet">{fileTexts.size(size)}</span>
      </div>
      <a
        class="button plain small icon-only"
        href={address}
        download={originalFilename}
        aria-label={fileTexts.download(originalFilename)}
        title={fileTexts.download(originalFilename)}
      >
        <Icon of={Download} />
      </a>
      <button
        class="button plain small icon-only"
        type="button"
        aria-label={fileTexts.delete(originalFilename)}
        title={fileTexts.delete(originalFilename)}
        onClick={() =>
          part.board.doLater(
            deleteAttachment(part, publicId, originalFilename),
            fileTexts.deleted(originalFilename),
          )
        }
      >
        <Icon of={Trash2} />
      </button>
    </li>
  );
}

function OneUpload({ id, file, state, progress, problem }: Upload) {
  const name = file.name || fileTexts.unnamed;
  return (
    <li class="file" data-upload={state}>
      <span class="thumbnail">
        <span>{extensionOf(name) || <Icon of={FileIcon} size={20} />}</span>
      </span>
      <div class="file-text">
        <span class="one-line">{name}</span>
        {state === 'failed' ? (
          <span class="danger" role="alert">
            {problem}
          </span>
        ) : (
          <progress value={progress} max={1} aria-label={fileTexts.uploading(name)} />
        )}
      </div>
      {state === 'failed' && (
        <button
          class="button plain small icon-only"
          type="button"
          aria-label={fileTexts.retry(name)}
          title={fileTexts.retry(name)}
          onClick={() => retry(id)}
        >
          <Icon of={RotateCw} />
        </button>
      )}
      <button
        class="button plain small icon-only"
        type="button"
        aria-label={fileTexts.cancel(name)}
        title={fileTexts.cancel(name)}
        onClick={() => cancel(id)}
      >
        <Icon of={X} />
      </button>
    </li>
  );
}

const extensionOf = (name: string): string => /\.([\p{L}\p{N}]{1,4})$/u.exec(name)?.[1]?.toUpperCase() ?? '';
