/** One side of a condition such as `len([BODY].items) > 2`. */
export type Operand =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value' | 'length' | 'presence'; readonly name: string; readonly path: string }
  | { readonly kind: 'pattern'; readonly glob: string }
  | { readonly kind: 'any'; readonly values: readonly string[] }

export type Operator = '==' | '!=' | '<=' | '>=' | '<' | '>'

export interface Condition {
  readonly text: string
  readonly left: Operand
  readonly operator: Operator
  readonly right: Operand
}

const operators = ['==', '!=', '<=', '>=', '>', '<'] as const
const flipped: Readonly<Record<Operator, Operator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
}
const longest = 4000

/** A condition as Gatus writes it, with its placeholder on the left where one side has one; null for other texts. */
export function conditionOf(text: string): Condition | null {
  if (text.length > longest) return null
  const operator = operators.find((one) => text.includes(` ${one} `))
  if (operator === undefined) return null
  const at = text.indexOf(` ${operator} `)
  const left = operandOf(text.slice(0, at).trim())
  const right = operandOf(text.slice(at + operator.length + 2).trim())
  const isTurned = !hasValue(left) && hasValue(right)
  return isTurned ? { text, left: right, operator: flipped[operator], right: left } : { text, left, operator, right }
}

const hasValue = ({ kind }: Operand): boolean => kind === 'value' || kind === 'length' || kind === 'presence'

const kinds: ReadonlyMap<string, 'length' | 'presence'> = new Map([
  ['len', 'length'],
  ['has', 'presence'],
])
const placeholder = /^\[([A-Z_]+)\]([^]*)$/
const call = /^(len|has|pat|any)\(([^]*)\)$/

function operandOf(text: string): Operand {
  const [, name = '', inner = text] = call.exec(text) ?? []
  if (name === 'pat') return { kind: 'pattern', glob: inner }
  if (name === 'any') return { kind: 'any', values: inner.split(',').map((value) => value.trim()) }
  const [, of, path = ''] = placeholder.exec(inner) ?? []
  return of === undefined ? { kind: 'literal', text } : { kind: kinds.get(name) ?? 'value', name: of, path }
}

const step = /^(?:\.?([^.[\]]+)|\[(\d+)\])/

/** The names and positions of a path such as `.items[0].id`; null where it is none. */
export function stepsOf(path: string): readonly (string | number)[] | null {
  const steps: (string | number)[] = []
  for (let rest = path; rest !== '';) {
    const [whole, name, index] = step.exec(rest) ?? []
    if (whole === undefined) return null
    steps.push(index === undefined ? (name ?? '') : Number(index))
    rest = rest.slice(whole.length)
  }
  return steps
}

/** The JSONPath (RFC 9535) of steps. */
export const jsonPathOf = (steps: readonly (string | number)[]): string =>
  steps.reduce<string>((path, one) => {
    if (typeof one === 'number') return `${path}[${one}]`
    return /^[A-Za-z_]\w*$/.test(one) ? `${path}.${one}` : `${path}[${quoted(one)}]`
  }, '$')

const quoted = (name: string): string => `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The text inside of `*text*`; null for other patterns. */
export function containedIn(glob: string): string | null {
  const inner = glob.slice(1, -1)
  return glob.length > 2 && glob.startsWith('*') && glob.endsWith('*') && !inner.includes('*') ? inner : null
}

/** A regular expression for a whole text that fits a pattern with `*`. */
export const expressionOf = (glob: string): string =>
  `(?s)^${glob
    .split('*')
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}/-]/g, '\\$&'))
    .join('.*')}$`
