import { stripVTControlCharacters } from 'node:util'

/** Text from a page or a script, without what would control the terminal. */
export const plainText = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- these are what is removed.
  stripVTControlCharacters(text).replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')

export const indented = (text: string, spaces: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `${' '.repeat(spaces)}${line}`))
    .join('\n')

/** Milliseconds, or seconds with a decimal place from ten on. */
export const duration = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
