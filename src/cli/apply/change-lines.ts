import { isFields } from '#contract'
import type { PropertyChange } from '#contract'

const notes = {
  code: '',
  both: '  (also changed by hand)',
  remote: '  (changed by hand)',
  unmanaged: '',
} as const

/** A line for each property that would change. */
export const changeLines = (changes: readonly PropertyChange[]): string[] => changes.map(lineOf)

function lineOf(change: PropertyChange): string {
  const { path, origin, cause } = change
  if (cause !== undefined) return '      (the files say the same in another way)'
  return `      ${placeOf(path)}: ${valuesOf(change)}${notes[origin]}`
}

/** A JSON Pointer as people write a property: `request.headers[0].value`. */
const placeOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((before, step) => {
      if (/^\d+$/.test(step)) return `${before}[${step}]`
      return before === '' ? step : `${before}.${step}`
    }, '')

function valuesOf(change: PropertyChange): string {
  if (change.secret) return 'another secret'
  if (isLong(change.before) && isLong(change.after)) return 'another text'
  return `${textOf(change.before)} → ${textOf(change.after)}`
}

const isLong = (value: unknown): boolean => isFields(value) && '$hash' in value

const longest = 60

function textOf(value: unknown): string {
  if (value === undefined) return '(none)'
  if (isLong(value)) return '(a long text)'
  const text = JSON.stringify(shown(value))
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

/** Words for secrets and long texts inside of a value. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shown)
  if (!isFields(value)) return value
  if ('$masked' in value) return '(secret)'
  if ('$hash' in value) return '(a long text)'
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part)]))
}
