/* What is loaded when someone goes to the first of these pages: one file for all of them. */

export { Calendar } from './calendar.tsx';
export { Connections } from './connections.tsx';
export { ExportPage } from './export-page.tsx';
export { BoardExport } from './exports.tsx';
export { ImportPage } from './import-page.tsx';
export { Merge } from './merge.tsx';
