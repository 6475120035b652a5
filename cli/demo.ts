import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../server/src/base/config/config.ts';
import { messageOf } from '../server/src/base/message-of.ts';
import { readBoardtoolJson } from '../server/src/imports/boardtool-json.ts';
import type { ImportedBoard } from '../server/src/imports/imported-board.ts';
import { startService } from '../server/src/start.ts';
import { Misuse, readArguments } from './arguments.ts';
import { fill } from './demo-content.ts';
import { runAgainAndAgain } from './demo-for-all.ts';
import { pathOf } from './paths.ts';
import { closeOnSignal } from './serve.ts';

/**
 * Runs the service on an empty database with one board: from `file`, an export of the board tool, or a small built-in one. On
 * the database of an earlier demo it signs in again, and adds a board only if a file is given. With `--reset-every` it is a
 * demo for everybody, which begins anew.
 */
export async function demo(args: string[]): Promise<void> {
  const { given, options } = readArguments(args, [], { 'reset-every': { type: 'string' } }, ['file']);
  const every = options['reset-every'] === undefined ? undefined : secondsIn(options['reset-every']);
  const board = readExport(given.file);
  if (!board) return;
  try {
    if (every !== undefined) return await runAgainAndAgain(every, board, readConfig(quiet()));
    await runOnce(board, given.file !== undefined);
  } catch (error) {
    explain(`The demo cannot run: ${messageOf(error)}`);
  }
}

async function runOnce(board: ImportedBoard, isAsked: boolean): Promise<void> {
  // A folder of its own, so that nobody runs the demo on real data by mistake.
  const DATA_DIR = process.env.DATA_DIR?.trim() || './demo-data';
  const service = await startService(readConfig({ ...quiet(), DATA_DIR }));
  try {
    const password = service.secrets.sign('password of the demo').slice(0, 16);
    const text = await fill(service, { password, workspace: 'Demo', board, isAsked });
    closeOnSignal(service);
    console.log(text);
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** The settings, with warnings only in the log, so that the welcome text stands out. */
const quiet = (): NodeJS.ProcessEnv => ({ LOG_LEVEL: 'warn', ...process.env });

// Seconds are for tests: nobody gets to know a board in them.
const units = { s: 1, m: 60, h: 3600 };

function secondsIn(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * units[unit as keyof typeof units];
  if (seconds <= 24 * units.h) return seconds;
  throw new Misuse(`--reset-every ${text} must be minutes or hours such as 30m or 1h, one day at most`);
}

function explain(reason: string): undefined {
  console.error(reason);
  process.exitCode = 1;
}

/** Reads a board before anything is created; stops with a one-line reason if it cannot. */
function readExport(file: string | undefined): ImportedBoard | undefined {
  const path = file ? pathOf(file) : join(import.meta.dirname, 'demo-board.json');
  try {
    return readBoardtoolJson(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    return explain(`${path} cannot be loaded: ${messageOf(error)}`);
  }
}
