import { ago, longMoment } from '../messages/formats.ts';

/** A relative time, with the exact one as well. */
export const Ago = ({ at }: { at: string }) => (
  <time class="quiet" dateTime={at} title={longMoment(at)}>
    {ago(at)}
  </time>
);
