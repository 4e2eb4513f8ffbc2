import { argumentsOf, textIn, UnknownExpression } from './expressions.ts'

type Read = (expression: string) => unknown
type Filter = (value: unknown, read: Read) => unknown
type Named = (value: unknown, argument: (name: string) => unknown) => unknown

const ofText =
  (change: (text: string) => unknown): Named =>
  (value) => {
    const text = textIn(value)
    if (text === null) throw new UnknownExpression()
    return change(text)
  }

const filters: Readonly<Record<string, Named>> = {
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  trim: ofText((text) => text.trim()),
  slugify: ofText((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-+|-+$/g, ''),
  ),
  int: ofText((text) => Math.trunc(Number(text))),
  replace: (value, argument) =>
    ofText((text) => text.split(textIn(argument('from')) ?? '\0').join(textIn(argument('to')) ?? ''))(value, argument),
  split: (value, argument) => ofText((text) => text.split(textIn(argument('pat')) ?? ','))(value, argument),
  default: (value, argument) => value ?? argument('value'),
  length: (value) => (typeof value === 'string' || Array.isArray(value) ? value.length : undefined),
  first: (value) => (Array.isArray(value) ? (value as readonly unknown[])[0] : undefined),
  last: (value) => (Array.isArray(value) ? (value as readonly unknown[]).at(-1) : undefined),
  join: (value, argument) =>
    Array.isArray(value) ? value.map((one) => textIn(one) ?? '').join(textIn(argument('sep')) ?? '') : undefined,
}

/** `lower`, `replace(from="a", to="b")` and the like. Throws UnknownExpression for others. */
export function filterOf(text: string): Filter {
  const [, name = '', given = ''] = /^(\w+)(?:\(([^]*)\))?$/.exec(text) ?? []
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
  if (filter === undefined) throw new UnknownExpression()
  const expressions = argumentsOf(given)
  return (value, read) =>
    filter(value, (argument) => {
      const expression = expressions.get(argument)
      return expression === undefined ? undefined : read(expression)
    })
}
