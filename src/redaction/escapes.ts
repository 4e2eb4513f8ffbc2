import { readBackslash, readPercent } from './escape-readers.ts'
import type { Escape } from './hex-digits.ts'
import { readEntity } from './html-entities.ts'

/** How strings encode characters with a special meaning. */
export type EscapeKind = 'percent' | 'backslash' | 'entity'

/** A string with its escapes of one kind decoded, and the source positions of its parts. */
export interface Unescaped {
  readonly text: string
  /** The position in the escaped string of a position in this one; both may be the end. */
  readonly sourceOf: (position: number) => number
}

/** Reads the escape whose first character is at `at`, if there is one. */
type Read = (text: string, at: number) => Escape | undefined

const readers: { readonly [K in EscapeKind]: { readonly sign: string; readonly read: Read } } = {
  percent: { sign: '%', read: readPercent },
  backslash: { sign: '\\', read: readBackslash },
  entity: { sign: '&', read: readEntity },
}

export const escapeKinds: readonly EscapeKind[] = ['percent', 'backslash', 'entity']

/** Decodes the escapes of one kind, once. Undefined when the string has none. Linear in its length. */
export function unescape(text: string, kind: EscapeKind): Unescaped | undefined {
  const { sign, read } = readers[kind]
  const found: FoundEscape[] = []
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at)) {
    const escape = read(text, at)
    if (escape) found.push({ at, escape })
    at += escape?.length ?? 1
  }
  return found.length === 0 ? undefined : replaced(text, found)
}

interface FoundEscape {
  readonly at: number
  readonly escape: Escape
}

/** Copies code unit by code unit: joining many short strings would take ten times as long. */
function replaced(text: string, found: readonly FoundEscape[]): Unescaped {
  const units = new Uint16Array(text.length)
  /** The ends of the replaced characters, ascending, and of their escapes. */
  const targets: number[] = []
  const sources: number[] = []
  let length = 0
  let from = 0
  const copyTo = (end: number): void => {
    for (; from < end; from += 1) units[length++] = text.charCodeAt(from)
  }
  for (const { at, escape } of found) {
    copyTo(at)
    for (const unit of unitsOf(escape.code)) units[length++] = unit
    from = at + escape.length
    targets.push(length)
    sources.push(from)
  }
  copyTo(text.length)
  return {
    text: textOf(units.subarray(0, length)),
    sourceOf: (position) => sourceOf(position, targets, sources),
  }
}

const unitsOf = (code: number): readonly number[] =>
  code > 0xff_ff ? [0xd7_c0 + (code >> 10), 0xdc_00 + (code & 0x3_ff)] : [code]

function sourceOf(position: number, targets: readonly number[], sources: readonly number[]): number {
  let low = 0
  let high = targets.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((targets[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return low === 0 ? position : (sources[low - 1] ?? 0) + position - (targets[low - 1] ?? 0)
}

/** Strings of one byte per character are searched several times faster, so this encoding is used where possible. */
function textOf(units: Uint16Array): string {
  let all = 0
  for (let index = 0; index < units.length; index += 1) all |= units[index] ?? 0
  if (all <= 0xff) return Buffer.from(units).toString('latin1')
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le')
}
