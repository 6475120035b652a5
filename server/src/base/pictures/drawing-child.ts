import { answerAll, type Sharp, sharpFor } from './answering.ts';

/*
 * Makes pictures of drawings (SVG) of our own, in a process like that of `child.ts`: they contain texts of people. No file from
 * a user is read here, and no drawing there.
 */

async function drawn(sharp: Sharp, svg: Buffer) {
  const { data, info } = await sharp(svg, { limitInputPixels: 2 ** 21 })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, compressionLevel: 9, effort: 4 })
    .timeout({ seconds: 8 })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, preview: data.toString('base64') };
}

// Only when run as a process: tests import all files of the service.
if (import.meta.main) await answerAll(() => sharpFor(['SvgBuffer']), drawn);
