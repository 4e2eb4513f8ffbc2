import type { Draft } from '../draft.ts'
import { isSensitive, plainText, unencoded } from './http-check.ts'
import { storedReference } from './request-script.ts'

/** A variable as a source has it. */
export interface SourceVariable {
  readonly value: string
  readonly isSecret: boolean
}

const place = /\{\{([^{}]{1,300})\}\}/g
const deepest = 20
const longestText = 1_000_000
const mostCharacters = 2_000_000

/** Values that a source makes for each run, in words of this product. */
const generated: readonly (readonly [pattern: RegExp, template: string, isSame: boolean])[] = [
  [/^\$(?:guid|uuid|randomUUID|random\.uuid)$/, '{{$UUID}}', true],
  [/^\$timestamp$/, '{{moment "X"}}', true],
  [/^\$(?:isoTimestamp|datetime iso8601)$/, '{{moment "YYYY-MM-DDTHH:mm:ss.SSS[Z]"}}', true],
  [/^\$(?:randomInt|random\.integer)\b/, '{{$RANDOM_NUMBER}}', false],
]

/**
 * Texts of a source in which `{{name}}` stands for a variable. Plain values are written into the text; secrets become variables of the
 * account, and so do those without a value, which a person has to enter.
 */
export class SourceVariables {
  readonly #draft: Draft
  readonly #values: ReadonlyMap<string, SourceVariable>
  readonly #reported = new Set<string>()
  /** Values that consist of values grow without a limit otherwise. */
  #charactersLeft = 0

  constructor(draft: Draft, values: ReadonlyMap<string, SourceVariable>) {
    this.#draft = draft
    this.#values = values
  }

  /** The text as a template of this product. `stored` has the variables that earlier requests set. */
  fill(text: string, stored: ReadonlySet<string> = none, depth = 0): string {
    if (depth > deepest || text.length > longestText) return ''
    if (!text.includes('{{')) return text
    if (depth === 0) this.#charactersLeft = mostCharacters
    const parts = text.split(place)
    let filled = ''
    for (const [index, part] of parts.entries()) {
      const next = this.#part(part, index % 2 === 1, { stored, depth })
      this.#charactersLeft -= next.length + 1
      if (this.#charactersLeft < 0 || filled.length > longestText) return ''
      filled += next
    }
    return filled
  }

  /** The names of variables in a text, also of those in the values of others. */
  namesIn(text: string, names: Set<string> = new Set()): ReadonlySet<string> {
    if (!text.includes('{{')) return names
    for (const [, found = ''] of text.slice(0, longestText).matchAll(place)) {
      const name = found.trim()
      if (names.has(name)) continue
      names.add(name)
      this.namesIn(this.#values.get(name)?.value ?? '', names)
    }
    return names
  }

  #part(part: string, isReference: boolean, { stored, depth }: Place): string {
    if (!isReference) return plainText(this.#draft, part)
    return stored.has(part.trim()) ? storedReference(part.trim()) : this.#value(nameIn(part.trim()), { stored, depth })
  }

  #value(name: string, { stored, depth }: Place): string {
    const known = this.#values.get(name)
    if (known === undefined) return this.#generated(name) ?? this.#missing(name)
    const isSecret = known.isSecret || (isSensitive(name) && !known.value.includes('{{'))
    if (!isSecret) return this.fill(known.value, stored, depth + 1)
    return unencoded(this.#draft.secret(name, known.value === '' ? null : known.value))
  }

  #generated(name: string): string | undefined {
    const [, template, isSame] = generated.find(([pattern]) => pattern.test(name)) ?? []
    if (isSame === false) this.#report(name, 'Any number is used.')
    return template
  }

  #missing(name: string): string {
    if (name.startsWith('$'))
      this.#report(
        name,
        'The source makes up a value for each request: enter a fixed value as a variable of the account.',
      )
    else
      this.#report(name, 'It has no value here: import again with its value, or enter it as a variable of the account.')
    return unencoded(this.#draft.secret(name, null))
  }

  #report(name: string, note: string): void {
    if (this.#reported.has(name)) return
    this.#reported.add(name)
    this.#draft.report({ item: `variable ${name}`, field: '', fate: 'approximated', note })
  }
}

const none: ReadonlySet<string> = new Set<string>()

interface Place {
  /** Variables that earlier requests set. */
  readonly stored: ReadonlySet<string>
  readonly depth: number
}

/** The variable of the environment that a file asks for by `$processEnv NAME` and the like. */
const nameIn = (given: string): string => /^\$(?:processEnv\s+%?|dotenv\s+%?|env\.)(\w+)$/.exec(given)?.[1] ?? given
