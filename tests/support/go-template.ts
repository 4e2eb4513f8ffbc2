type Value = unknown

interface Scope {
  readonly dot: Record<string, Value>
  readonly variables: Readonly<Record<string, Value>>
}

type Token = { readonly text: string } | { readonly action: string }

type Helper = (...values: readonly Value[]) => Value

/** The functions of Go templates and Sprig that the chart may use. */
const helpers: Readonly<Record<string, Helper>> = {
  quote: (value) => JSON.stringify(textOf(value)),
  toJson: (value) => JSON.stringify(value),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  printf: (format, ...values) =>
    values.reduce<string>((text, value) => text.replace('%s', textOf(value)), textOf(format)),
  required: (message, value) => {
    if (value === undefined || value === null || value === '') throw new Error(textOf(message))
    return value
  },
}

/**
 * Renders a subset of the templates of Helm: fields, strings, pipes, the helpers above, if/else/end and range over a
 * map. Everything else throws, so a template that passes means the same to Helm.
 */
export function renderGoTemplate(template: string, dot: Record<string, Value>): string {
  const tokens = tokensOf(template)
  const text = renderUntil(tokens, { dot, variables: {} }, [], true)
  if (tokens.length > 0) throw new Error('The template has an end without a beginning.')
  return text
}

function tokensOf(template: string): Token[] {
  const trimmed = template.replaceAll(/\s*\{\{- /g, '{{ ').replaceAll(/ -\}\}\s*/g, ' }}')
  return trimmed.split(/(\{\{.*?\}\})/s).map((part) => {
    if (!part.startsWith('{{')) return { text: part }
    return { action: part.slice(2, -2).trim() }
  })
}

/** Takes tokens up to one of the actions in `ends`, which stays; without writing when `writes` is false. */
function renderUntil(tokens: Token[], scope: Scope, ends: readonly string[], writes: boolean): string {
  let text = ''
  for (let token = tokens[0]; token; token = tokens[0]) {
    if ('action' in token && (ends.includes(token.action) || token.action === 'end')) return text
    tokens.shift()
    const rendered = 'text' in token ? token.text : renderAction(token.action, tokens, scope, writes)
    if (writes) text += rendered
  }
  if (ends.length > 0) throw new Error(`The template has no ${ends.join(' or ')}.`)
  return text
}

function renderAction(action: string, tokens: Token[], scope: Scope, writes: boolean): string {
  if (action.startsWith('if ')) return renderIf(action.slice(3), tokens, scope, writes)
  const range = /^range (\$\w+), (\$\w+) := (.+)$/.exec(action)
  if (range) return renderRange(range, tokens, scope, writes)
  const value = writes ? pipeline(action, scope) : ''
  if (value === undefined) throw new Error(`${action} has no value.`)
  return textOf(value)
}

const textOf = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value))

function renderIf(condition: string, tokens: Token[], scope: Scope, writes: boolean): string {
  const holds = isTrue(pipeline(condition, scope))
  let text = renderUntil(tokens, scope, ['else', 'end'], writes && holds)
  if (take(tokens) === 'else') {
    text += renderUntil(tokens, scope, ['end'], writes && !holds)
    take(tokens)
  }
  return text
}

function renderRange(range: readonly string[], tokens: Token[], scope: Scope, writes: boolean): string {
  const [, name = '', item = '', source = ''] = range
  const rows = Object.entries(Object(pipeline(source, scope))).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const body = [...tokens]
  renderUntil(tokens, scope, ['end'], false)
  take(tokens)
  return rows
    .map(([key, value]) => {
      const variables = { ...scope.variables, [name]: key, [item]: value }
      return renderUntil([...body], { ...scope, variables }, ['end'], writes)
    })
    .join('')
}

function take(tokens: Token[]): string {
  const token = tokens.shift()
  return token && 'action' in token ? token.action : ''
}

function pipeline(text: string, scope: Scope): Value {
  const [first = [], ...rest] = splitPipes(wordsOf(text))
  return rest.reduce((value, words) => call([...words], scope, [value]), call([...first], scope, []))
}

const wordsOf = (text: string): string[] => text.match(/"[^"]*"|\([^)]*\)|\||[^\s|()]+/g) ?? []

const splitPipes = (words: readonly string[]): string[][] =>
  words.reduce<string[][]>((parts, word) => (word === '|' ? [...parts, []] : addWord(parts, word)), [[]])

const addWord = (parts: string[][], word: string): string[][] => [
  ...parts.slice(0, -1),
  [...(parts.at(-1) ?? []), word],
]

function call(words: readonly string[], scope: Scope, piped: readonly Value[]): Value {
  const [name = '', ...others] = words
  const given = others.map((word) => operand(word, scope))
  const negates = name === 'not'
  if (negates) return !isTrue([...given, ...piped][0])
  const helper = helpers[name]
  if (helper) return helper(...given, ...piped)
  if (others.length > 0 || piped.length > 0) throw new Error(`The function ${name} is not in the subset of this test.`)
  return operand(name, scope)
}

function operand(word: string, scope: Scope): Value {
  if (word.startsWith('"')) return word.slice(1, -1)
  if (word.startsWith('(')) return pipeline(word.slice(1, -1), scope)
  if (word.startsWith('$')) return scope.variables[word]
  if (!word.startsWith('.')) throw new Error(`${word} is not in the subset of this test.`)
  return word
    .slice(1)
    .split('.')
    .reduce<Value>((value, key) => fieldOf(value, key, word), scope.dot)
}

function fieldOf(value: Value, key: string, path: string): Value {
  const fields: Record<string, Value> = Object(value)
  if (!(key in fields)) throw new Error(`${path} is not declared in the values.`)
  return fields[key]
}

const isTrue = (value: Value): boolean =>
  Boolean(value) && !(typeof value === 'object' && Object.keys(Object(value)).length === 0)
