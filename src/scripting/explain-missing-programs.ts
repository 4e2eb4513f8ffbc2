import { writeReason } from '#contract/reasons'
/**
 * The error of Playwright when a program is missing, with a box that advises a download. Scripts write such texts too,
 * so that every part has a greatest length.
 */
const missing =
  /Executable doesn't exist at \S{0,500}[/\\](?<program>ffmpeg|firefox|webkit)[-_]\S{1,200}(?:\s{0,20}╔[^╝]{0,2000}╝)?/g
const missingChannel =
  /(?:Chromium|Firefox|Webkit) distribution '(?<channel>[\w-]{1,50})' is not found at [^\n]{1,500}(?:\nRun "[^"\n]{1,200}")?/g

const encoder = writeReason('FFMPEG_MISSING')
const browsers: Readonly<Record<string, string>> = { firefox: 'Firefox', webkit: 'WebKit' }
const noBrowser = (name: string): string => writeReason('BROWSER_MISSING', { name })

/** An error of a script, which says what is to be done where Playwright lacks a program to record videos, or another browser. */
export const explainMissingPrograms = (text: string): string =>
  text
    .replace(missing, (_text, program: string) => (program in browsers ? noBrowser(browsers[program] ?? '') : encoder))
    .replace(missingChannel, (_text, channel: string) => noBrowser(`the browser "${channel}"`))
