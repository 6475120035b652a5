import type { RefObject } from 'preact';

interface FileInputProps {
  /** The ref by which a button opens the file chooser. */
  of: RefObject<HTMLInputElement | null>;
  take: (files: readonly File[]) => void;
  /** Marks the input for attachments, to tell it from others. */
  'data-attach'?: boolean;
}

/** A hidden file input; the same file can be chosen twice in a row. */
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
