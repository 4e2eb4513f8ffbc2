import { isFields } from '#contract'
import { holds } from './conditions.ts'
import { textIn, UnknownExpression } from './expressions.ts'
import type { TemplateValues } from './expressions.ts'
import { valueOf } from './values.ts'

const longest = 200_000
const mostSteps = 20_000
const deepest = 20

/**
 * A template of Tera, filled in: values with filters, `if`, `for` and `set`. Null where it has other statements, calls or values that no
 * file tells, and for one that does not end.
 */
export function filledTemplate(text: string, values: TemplateValues): string | null {
  const parts = text.replaceAll(/\{#[^]*?#\}/g, '').split(/(\{%-?[^]*?-?%\}|\{\{[^{}]*\}\})/)
  try {
    const filling = new Filling(parts)
    const filled = filling.block(values, true, 0)
    return filling.isAtEnd ? filled : null
  } catch (error) {
    if (error instanceof UnknownExpression) return null
    throw error
  }
}

/** Walks the parts once for each pass of a loop. Parts with odd positions are tags. */
class Filling {
  readonly #parts: readonly string[]
  #at = 0
  #steps = 0

  constructor(parts: readonly string[]) {
    this.#parts = parts
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#parts.length
  }

  /** Up to the statement that ends the block, or goes on with another branch. What is not `isShown` is only passed over. */
  block(given: TemplateValues, isShown: boolean, depth: number): string {
    if (depth > deepest) throw new UnknownExpression()
    let values = given
    let filled = ''
    for (; !this.isAtEnd; this.#at += 1) {
      this.#steps += 1
      if (this.#steps > mostSteps || filled.length > longest) throw new UnknownExpression()
      const statement = this.#statement()
      if (statement === '') filled += isShown ? this.#written(values) : ''
      else if (/^(?:end|el)/.test(statement)) return filled
      else if (!statement.startsWith('set ')) filled += this.#nested(statement, values, { isShown, depth })
      else if (isShown) values = withSet(statement, values)
    }
    return filled
  }

  /** A text, or a value. */
  #written(values: TemplateValues): string {
    const part = this.#parts[this.#at] ?? ''
    return this.#at % 2 === 0 ? this.#trimmed(part) : writtenValue(part.slice(2, -2), values)
  }

  #nested(statement: string, values: TemplateValues, place: { isShown: boolean; depth: number }): string {
    if (statement.startsWith('if ')) return this.#if(statement.slice(3), values, place)
    if (statement.startsWith('for ')) return this.#for(statement, values, place)
    throw new UnknownExpression()
  }

  #if(first: string, values: TemplateValues, { isShown, depth }: { isShown: boolean; depth: number }): string {
    let condition: string | null = first
    let isDone = !isShown
    let filled = ''
    while (condition !== null) {
      const isChosen = !isDone && holds(condition, values)
      this.#at += 1
      filled += this.block(values, isChosen, depth + 1)
      isDone ||= isChosen
      const next = this.#statement()
      condition = next === 'else' ? 'true' : next.startsWith('elif ') ? next.slice(5) : null
      if (condition === null && next !== 'endif') throw new UnknownExpression()
    }
    return filled
  }

  #for(statement: string, values: TemplateValues, { isShown, depth }: { isShown: boolean; depth: number }): string {
    const [, key = '', name = '', source = ''] = /^for\s+(?:(\w+)\s*,\s*)?(\w+)\s+in\s+([^]+)$/.exec(statement) ?? []
    const items = isShown ? itemsOf(name === '' ? null : valueOf(source, values)) : []
    const start = this.#at + 1
    let filled = ''
    for (const [index, [label, item]] of items.entries()) {
      this.#at = start
      const loop = { index: index + 1, index0: index, first: index === 0, last: index === items.length - 1 }
      const inner = { ...values, ...(key !== '' && { [key]: label }), [name]: item, loop }
      filled += this.block(inner, true, depth + 1)
    }
    this.#at = start
    this.block(values, false, depth + 1)
    if (this.#statement() !== 'endfor') throw new UnknownExpression()
    return filled
  }

  /** Empty for texts and values. */
  #statement(): string {
    return /^\{%-?\s*([^]*?)\s*-?%\}$/.exec(this.#parts[this.#at] ?? '')?.[1] ?? ''
  }

  /** Without the white space next to `{%-` and `-%}`. */
  #trimmed(text: string): string {
    const [before = '', after = ''] = [this.#parts[this.#at - 1], this.#parts[this.#at + 1]]
    const start = /-[%}]\}$/.test(before) ? text.trimStart() : text
    return /^\{[%{]-/.test(after) ? start.trimEnd() : start
  }
}

function itemsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(value) && !isFields(value)) throw new UnknownExpression()
  return Object.entries(value)
}

function writtenValue(expression: string, values: TemplateValues): string {
  const text = textIn(valueOf(expression.replaceAll(/^-|-$/g, '').trim(), values))
  if (text === null) throw new UnknownExpression()
  return text
}

function withSet(statement: string, values: TemplateValues): TemplateValues {
  const [, name, expression] = /^set\s+(\w+)\s*=\s*([^]+)$/.exec(statement) ?? []
  if (name === undefined || expression === undefined) throw new UnknownExpression()
  return { ...values, [name]: valueOf(expression, values) }
}
