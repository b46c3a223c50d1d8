/**
 * The process in which pictures are decoded and PDFs searched: one job at a time, and only JPEG and PNG pictures. Only
 * the pixels and the resolution of a picture survive. A crash here ends no other work.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { limits } from '../../contract/limits.ts';
import { endWithParent, lowerPriority } from '../background-process.ts';
import { isPlainPdf } from './pdf.ts';
import type { PdfJob, PictureJob, PictureReply, WrittenFile } from './picture.ts';

const jpegQuality = 88;
/** For both: a higher effort takes longer and saves few bytes. */
const webp = { quality: 76, effort: 2 };
const avif = { quality: 40, effort: 1 };
/** The thumbnail of a very long picture is at most this many times as high as wide. */
const thumbnailHeightRatioMax = 4;
/** More pixels than a phone's photo has. Larger pictures are decoded a second time instead of being kept in memory. */
const pixelsInMemoryMax = 20_000_000;
/** How much of a picture that does not pass line by line may be held. A page of A4 at 600 dots per inch has room. */
const heldBytesMax = 320_000_000;
const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png' } as const;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] });
sharp.cache(false);
sharp.concurrency(1);
lowerPriority();
endWithParent();

process.on('message', async (job: PictureJob | PdfJob) => {
  const reply = await (job.type === 'application/pdf' ? searchPdf(job) : decode(job)).catch(failureOf);
  if (process.connected) process.send?.(reply);
});

async function searchPdf(job: PdfJob): Promise<PictureReply> {
  return isPlainPdf(await readFile(job.input)) ? { picture: null } : { failure: 'active_pdf' };
}

async function decode(job: PictureJob): Promise<PictureReply> {
  const metadata = await sharp(job.input, { limitInputPixels: false }).metadata();
  const { format, width, height, density } = metadata;
  if (format !== formats[job.type]) return { failure: 'file_damaged' };
  if (width * height > limits.picturePixelsMax) return { failure: 'too_many_pixels' };
  if (Math.max(width, height) > limits.pictureSidePxMax || heldBytes(metadata) > heldBytesMax)
    return { failure: 'picture_needs_memory' };
  const input = () => sharp(job.input, { limitInputPixels: limits.picturePixelsMax, failOn: 'error' }).autoOrient();
  const isSmall = width * height <= pixelsInMemoryMax;
  const isDecodedOnce = job.type === 'image/jpeg' && job.thumbnails.length > 0 && isSmall;
  const pixels = isDecodedOnce ? await input().raw().toBuffer({ resolveWithObject: true }) : null;
  const open = pixels ? () => sharp(pixels.data, { raw: pixels.info }) : input;

  // To optimise the coding, the encoder would hold the coefficients of the whole picture.
  const whole =
    job.type === 'image/jpeg' ? open().jpeg({ quality: jpegQuality, optimizeCoding: isSmall }) : open().png();
  const { data, info } = await whole.toBuffer({ resolveWithObject: true });
  const bytes = job.type === 'image/jpeg' ? withResolution(data, density) : [data];
  const picture = { ...(await write(job.output, bytes)), widthPx: info.width, heightPx: info.height };
  free(data);
  const widest = Math.max(0, ...job.thumbnails.map((thumbnail) => thumbnail.widthPx));
  const thumbnails = [];
  if (widest > 0) {
    const small = await open().resize(box(widest)).raw().toBuffer({ resolveWithObject: true });
    if (pixels) free(pixels.data);
    for (const { widthPx, format, path } of job.thumbnails) {
      const resized = sharp(small.data, { raw: small.info }).resize(box(widthPx));
      const thumbnail = format === 'avif' ? resized.avif(avif) : resized.webp(webp);
      thumbnails.push({ ...(await write(path, [await thumbnail.toBuffer()])), widthPx, format });
    }
  }
  return { picture: { ...picture, thumbnails } };
}

/**
 * What decoding holds at once: of an interlaced PNG two copies, of a progressive JPEG its coefficients, which have two
 * bytes, and of a picture that is to be turned one copy.
 */
function heldBytes({ width, height, channels, depth, isProgressive, orientation = 1 }: Metadata): number {
  const copies = (isProgressive ? 2 : 0) + (orientation > 1 ? 1 : 0);
  return copies * width * height * channels * (depth === 'ushort' ? 2 : 1);
}

/**
 * Frees the memory at once, so that the next picture can use it: garbage collection would free it several pictures
 * later.
 */
function free({ buffer }: Buffer): void {
  (buffer as ArrayBuffer).transfer(0);
}

function box(widthPx: number) {
  return {
    width: widthPx,
    height: widthPx * thumbnailHeightRatioMax,
    fit: 'inside',
    withoutEnlargement: true,
  } as const;
}

/** Encoding without metadata leaves out the JFIF header as well, and with it the dots per inch of a scan. */
function withResolution(jpeg: Buffer, density: number | undefined): Buffer[] {
  const header = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
  if (density) {
    header[13] = 1;
    const dots = Math.min(Math.max(Math.round(density), 1), 0xffff);
    header.writeUInt16BE(dots, 14);
    header.writeUInt16BE(dots, 16);
  }
  return [header, jpeg.subarray(2)];
}

async function write(path: string, pieces: readonly Buffer[]): Promise<WrittenFile> {
  await writeFile(path, pieces, { mode: 0o600 });
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  const sizeBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

function failureOf(error: NodeJS.ErrnoException): PictureReply {
  return error.syscall ? { failure: 'disk', code: error.code ?? '' } : { failure: 'file_damaged' };
}
