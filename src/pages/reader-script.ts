import { readFileSync } from 'node:fs'

/**
 * The only script of public pages: times in the zone of the reader, texts of plain days. Written into the page, which
 * names it by its hash, so that it works below any path and in files.
 */
export const readerScript = readFileSync(new URL('./scripts/reader.js', import.meta.url), 'utf8')
  .replaceAll(/^\s*\/\/.*$/gm, '')
  .replaceAll(/\n\s*/g, '\n')
  .trim()
