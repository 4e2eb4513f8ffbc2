import { readFileSync } from 'node:fs'

/** A script of this room without comments. */
export const scriptText = (name: string): string =>
  readFileSync(new URL(`./scripts/${name}.js`, import.meta.url), 'utf8')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\n\s*/g, '\n')
    .trim()

/**
 * The script of public pages: times in the zone of the reader, texts of plain days. Written into the page, which names it
 * by its hash, so that it works below any path and in files.
 */
export const readerScript = scriptText('reader')
