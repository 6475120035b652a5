// Unpacks the browser into the folder for temporary files, with the libraries that a minimal system may lack.
import { join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

await inflate(join(import.meta.dirname, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
await chromium.executablePath();
