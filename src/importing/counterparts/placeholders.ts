import { isFields } from '#contract'
import type { Draft } from '../draft.ts'

const deepest = 64
const place = /\$(?:\$|\{[A-Za-z_]\w*(?::?-[^}]*)?\}|[A-Za-z_]\w*)/g
const named = /^\$\{?([A-Za-z_]\w*)(?::?-([^}]*))?\}?$/

/**
 * Values of `$NAME` and `${NAME}` in the texts of a source, with `$$` for a dollar sign and `${NAME:-default}`. One without a
 * value becomes a variable of the account, which a person has to enter.
 */
export class Placeholders {
  readonly #draft: Draft
  readonly #environment: Readonly<Record<string, string>>
  readonly #missing = new Set<string>()

  constructor(draft: Draft, environment: Readonly<Record<string, string>>) {
    this.#draft = draft
    this.#environment = environment
  }

  /** A copy with every text filled in, at any depth; what is nested too deeply is left out. */
  fill(value: unknown, item: string, depth = 0): unknown {
    if (typeof value === 'string') return value.includes('$') ? this.#text(value, item) : value
    if (depth > deepest) return null
    if (Array.isArray(value)) return value.map((one) => this.fill(one, item, depth + 1))
    if (!isFields(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.fill(one, item, depth + 1)]))
  }

  #text(text: string, item: string): string {
    return text.replaceAll(place, (whole) => {
      if (whole === '$$') return '$'
      const [, name = '', fallback] = named.exec(whole) ?? []
      const value = Object.hasOwn(this.#environment, name) ? this.#environment[name] : fallback
      return value ?? this.#variable(name, item)
    })
  }

  #variable(name: string, item: string): string {
    if (!this.#missing.has(name)) {
      this.#missing.add(name)
      const note = 'It has no value here: import again with its value, or enter it as a variable of the account.'
      this.#draft.report({ item, field: `\${${name}}`, fate: 'approximated', note })
    }
    return `{${this.#draft.secret(name, null)}}`
  }
}
