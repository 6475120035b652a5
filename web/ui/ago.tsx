import { ago, longMoment } from '../messages/formats.ts';

/** How long ago something was, and when. */
export const Ago = ({ at }: { at: string }) => (
  <time class="quiet" dateTime={at} title={longMoment(at)}>
    {ago(at)}
  </time>
);
