import { useRef, useState } from 'preact/hooks';
import { longestPicture } from '../../contract/body-size.ts';
import { routes } from '../../contract/routes.ts';
import { problemOf } from '../app/problem.ts';
import { server } from '../app/session.ts';
import type { OpenBoard } from '../board/open.ts';
import { lookTexts as texts } from '../messages/card.ts';
import { FileInput } from '../ui/file-input.tsx';
import { toast } from '../ui/toast.tsx';

/** The picture behind the lists of a board. */
export function BoardPicture({ board }: { board: OpenBoard }) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const has = board.store.get('board', board.id).value?.picture;
  const params = { boardPublicId: board.id };
  const set = async (file: File) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const picture = await smaller(file);
      if (picture) await server.ask(routes.boardPictures.set, { params, body: { picture } });
      else setProblem(texts.notAPicture);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const remove = () =>
    server.ask(routes.boardPictures.remove, { params }).catch((error) => toast(problemOf(error)));
  return (
    <section>
      <h3>{texts.boardPicture}</h3>
      <div class="row wrap">
        <button class="button" type="button" disabled={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? texts.preparing : texts.choosePicture}
        </button>
        {has && (
          <button class="button plain" type="button" onClick={() => void remove()}>
            {texts.removePicture}
          </button>
        )}
        <FileInput of={input} take={([file]) => file && void set(file)} />
      </div>
      {problem ? (
        <p class="problem" role="alert">
          {problem}
        </p>
      ) : (
        <p class="field-hint">{texts.pictureHint}</p>
      )}
    </section>
  );
}

/** The longer side of what is sent, in pixels; screens are rarely larger, and it lies behind the lists. */
const longest = 1920;

/** A picture as a JPEG in base64 that the service accepts; undefined for what the browser cannot show. */
async function smaller(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // JPEG has no transparency.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of [0.9, 0.75, 0.5, 0.25]) {
    const [, content = ''] = canvas.toDataURL('image/jpeg', quality).split(',');
    if (content.length > 0 && content.length <= longestPicture) return content;
  }
  return undefined;
}
