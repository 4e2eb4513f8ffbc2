import { isFields } from '#contract'

/** Values of a template by their names. */
export type TemplateValues = Readonly<Record<string, unknown>>

const tag = /\{\{([^{}]*)\}\}/g
const filters: ReadonlyMap<string, (text: string) => string> = new Map([
  ['lower', (text: string) => text.toLowerCase()],
  ['upper', (text: string) => text.toUpperCase()],
  ['trim', (text: string) => text.trim()],
  [
    'slugify',
    (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/[^a-z\d]+/g, '-')
        .replaceAll(/^-+|-+$/g, ''),
  ],
])

/**
 * A template of Tera, as far as it is values and filters; null where it has statements, calls or values that no file tells.
 */
export function filledTemplate(text: string, values: TemplateValues): string | null {
  const plain = text.replaceAll(/\{#[^]*?#\}/g, '')
  if (plain.includes('{%')) return null
  let isKnown = true
  const filled = plain.replaceAll(tag, (_whole, expression: string) => {
    const value = valueOf(expression.replaceAll(/^-|-$/g, ''), values)
    if (value === null) isKnown = false
    return value ?? ''
  })
  return isKnown ? filled : null
}

/** `args[0].name | slugify`, and texts joined by `+`. */
function valueOf(expression: string, values: TemplateValues): string | null {
  const [source = '', ...names] = expression.split('|').map((part) => part.trim())
  const parts = source.split('+').map((part) => partOf(part.trim(), values))
  if (parts.includes(null)) return null
  let text = parts.join('')
  for (const name of names) {
    const filter = filters.get(name)
    if (!filter) return null
    text = filter(text)
  }
  return text
}

function partOf(source: string, values: TemplateValues): string | null {
  const [, quoted] = /^["'`]([^"'`]*)["'`]$/.exec(source) ?? []
  if (quoted !== undefined) return quoted
  if (!/^[A-Za-z_]\w*(?:\.\w+|\[\d+\]|\["[^"]*"\])*$/.test(source)) return null
  const steps = [...source.matchAll(/\["([^"]*)"\]|(\w+)/g)].map(([, key, name]) => key ?? name ?? '')
  const value = steps.reduce<unknown>(memberOf, values)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

const memberOf = (value: unknown, step: string): unknown =>
  (isFields(value) || Array.isArray(value)) && Object.hasOwn(value, step)
    ? Object.entries(value).find(([name]) => name === step)?.[1]
    : undefined
