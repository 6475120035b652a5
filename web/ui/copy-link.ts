import { t } from '../messages/t.ts';
import { copy } from './copy.ts';
import { toast } from './toast.tsx';

/** Copies the absolute address of a page of this app, or shows it if copying fails. */
export async function copyLink(path: string): Promise<void> {
  const link = location.origin + path;
  toast((await copy(link)) ? t.linkCopied : link);
}
