import { constructPlaces } from '../forms/check-exports.ts'
import { objectOf, withValue } from '../ui/form/body.ts'
import { exportOf, settingsOf, asKnownElsewhere } from './coded-check.ts'
import type { CodedCheck } from './coded-check.ts'

const everySeconds: ReadonlySet<unknown> = new Set([10, 20, 30])

/** A construct in TypeScript; null for types that have none. Groups and channels are separate constructs. */
export function constructOf(given: CodedCheck): string | null {
  const { check, lost } = asKnownElsewhere(given)
  const { construct } = exportOf(check)
  if (construct === undefined) return null
  const { frequency, frequencyOffset, ...settings } = settingsOf(check)
  const isOften = frequency === 0 && everySeconds.has(frequencyOffset)
  const every = isOften ? new Raw(`Frequency.EVERY_${String(frequencyOffset)}S`) : frequency
  const props = Object.entries({ ...settings, frequency: every }).flatMap(placed)
  const names = isOften ? `${construct}, Frequency` : construct
  return [
    `import { ${names} } from 'checkly/constructs'`,
    '',
    ...(lost === null ? [] : [`// ${lost}`]),
    `new ${construct}(${literal(idOf(check.name))}, ${objectLiteral(props, '')})`,
    '',
  ].join('\n')
}

/** A setting at the place where constructs have it; nothing where they lack it. */
function placed([name, value]: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  const place = constructPlaces[name]
  if (place === undefined || value === undefined) return []
  if (place === '') return Object.entries(objectOf(value))
  return Object.entries(withValue({}, place, value))
}

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'check'

/** Code that is written as it is. */
class Raw {
  readonly code: string
  constructor(code: string) {
    this.code = code
  }
}

function literal(value: unknown, indent = ''): string {
  if (value instanceof Raw) return value.code
  if (typeof value === 'string') return textLiteral(value)
  if (Array.isArray(value)) return listLiteral(value, indent)
  if (typeof value === 'object' && value !== null) return objectLiteral(Object.entries(value), indent)
  return JSON.stringify(value) ?? 'undefined'
}

/** Scripts have many lines: a template keeps them readable. */
const textLiteral = (text: string): string =>
  text.includes('\n')
    ? `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\``
    : `'${JSON.stringify(text)
        .slice(1, -1)
        .replaceAll(String.raw`\"`, '"')
        .replaceAll("'", String.raw`\'`)}'`

function listLiteral(items: readonly unknown[], indent: string): string {
  if (items.every((item) => typeof item !== 'object')) return `[${items.map((item) => literal(item)).join(', ')}]`
  const inner = `${indent}  `
  return `[\n${items.map((item) => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`
}

function objectLiteral(entries: readonly (readonly [string, unknown])[], indent: string): string {
  const inner = `${indent}  `
  const lines = entries
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) => `${inner}${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: ${literal(value, inner)},\n`,
    )
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}
