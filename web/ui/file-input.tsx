import type { RefObject } from 'preact';

interface FileInputProps {
  /** What a button opens it by. */
  of: RefObject<HTMLInputElement | null>;
  take: (files: readonly File[]) => void;
  /** What it is for, to tell it from others. */
  'data-attach'?: boolean;
}

/** The browser's own choice of files, unseen; the same file can be chosen again. */
export const FileInput = ({ of, take, ...data }: FileInputProps) => (
  <input
    {...data}
    ref={of}
    type="file"
    multiple
    hidden
    onChange={({ currentTarget }) => {
      take([...(currentTarget.files ?? [])]);
      currentTarget.value = '';
    }}
  />
);
