import { objectIn, statusIn, textIn } from '../../../results/read-detail.ts'
import type { Detail } from '../../../results/read-detail.ts'

export interface DetailDifference {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Headers that differ between any two responses. */
const everChanging: ReadonlySet<string> = new Set(['date', 'age', 'etag', 'set-cookie', 'last-modified', 'expires'])
const longestShown = 200
const missing = '–'

/** The differences between the responses of two runs: status, address, headers, and whether the body changed. */
export function differencesOf(before: Detail, after: Detail): readonly DetailDifference[] {
  const [was, is] = [objectIn(before['response']), objectIn(after['response'])]
  const rows = [
    rowOf('status', statusIn(was), statusIn(is)),
    ...['statusText', 'remoteAddress'].map((name) => rowOf(name, was[name], is[name])),
    ...headerNames(was, is).map((name) => rowOf(name, objectIn(was['headers'])[name], objectIn(is['headers'])[name])),
    rowOf('body', was['body'], is['body']),
  ]
  return rows.filter((row) => row.before !== row.after)
}

const headerNames = (was: Detail, is: Detail): readonly string[] =>
  [...new Set([...Object.keys(objectIn(was['headers'])), ...Object.keys(objectIn(is['headers']))])]
    .filter((name) => !everChanging.has(name))
    .toSorted((a, b) => a.localeCompare(b))

const rowOf = (name: string, before: unknown, after: unknown): DetailDifference => ({
  name,
  before: textIn(before)?.slice(0, longestShown) ?? missing,
  after: textIn(after)?.slice(0, longestShown) ?? missing,
})
