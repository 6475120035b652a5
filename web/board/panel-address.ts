import { query } from '../app/location.ts';
import type { OpenBoard } from './open.ts';

/** The address of the board's panel or a part of it, with the current filter. */
export const panelOf = ({ id }: Pick<OpenBoard, 'id'>, part = 'panel'): string =>
  `/b/${id}/${part}${query.value.size > 0 ? `?${query.value}` : ''}`;
