import { isFields } from '#contract'
import { argumentsOf, splitOutside, textIn, UnknownExpression } from './expressions.ts'
import type { TemplateValues } from './expressions.ts'
import { filterOf } from './filters.ts'

/** `args[0].name | slugify`, and texts joined by `+` or `~`; undefined for a value that is not there. */
export function valueOf(expression: string, values: TemplateValues): unknown {
  const [source = '', ...filters] = splitOutside(expression, /\|/g)
  const parts = splitOutside(source, /[+~]/g).map((part) => partOf(part, values))
  const isText = parts.length > 1
  if (isText && parts.some((part) => textIn(part) === null)) throw new UnknownExpression()
  const joined: unknown = isText ? parts.map(textIn).join('') : parts[0]
  return filters.reduce<unknown>((value, filter) => filterOf(filter)(value, (text) => valueOf(text, values)), joined)
}

type ReadPart = (inner: string, values: TemplateValues) => unknown

/** Texts, numbers, flags, lists, ranges, and names with members. */
const forms: readonly (readonly [form: RegExp, read: ReadPart])[] = [
  [/^["'`]([^"'`]*)["'`]$/, (text) => text],
  [/^(-?\d+(?:\.\d+)?)$/, Number],
  [/^(true|false)$/, (text) => text === 'true'],
  [/^\[\s*\]()$/, () => []],
  [/^\[([^]+)\]$/, (list, values) => splitOutside(list, /,/g).map((one) => valueOf(one, values))],
  [/^range\(([^]*)\)$/, (given, values) => rangeOf(argumentsOf(given), (text) => Number(valueOf(text, values)))],
  [/^([A-Za-z_]\w*(?:\.\w+|\[\d+\]|\[["'][^"']*["']\])*)$/, memberAt],
]

function partOf(source: string, values: TemplateValues): unknown {
  for (const [form, read] of forms) {
    const inner = form.exec(source)?.[1]
    if (inner !== undefined) return read(inner, values)
  }
  throw new UnknownExpression()
}

function memberAt(path: string, values: TemplateValues): unknown {
  const steps = [...path.matchAll(/\[["']([^"']*)["']\]|(\w+)/g)].map(([, key, name]) => key ?? name ?? '')
  return steps.reduce<unknown>(memberOf, values)
}

const memberOf = (value: unknown, step: string): unknown =>
  (isFields(value) || Array.isArray(value)) && Object.hasOwn(value, step)
    ? Object.entries(value).find(([name]) => name === step)?.[1]
    : undefined

const mostOfRange = 1000

function rangeOf(given: ReadonlyMap<string, string>, read: (text: string) => number): readonly number[] {
  const number = (name: string, usual: number): number => {
    const text = given.get(name)
    return text === undefined ? usual : read(text)
  }
  const [start, step] = [number('start', 0), number('step_by', 1)]
  const count = Math.ceil((number('end', 0) - start) / step)
  if (!(count <= mostOfRange)) throw new UnknownExpression()
  return Array.from({ length: Math.max(0, count) }, (_none, index) => start + index * step)
}
