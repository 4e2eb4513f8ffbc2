import type { Draft } from './draft.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * An object of a source that remembers which of its fields were read, so that those which nobody read are reported as unknown:
 * a newer version of a format degrades loudly.
 */
export class SourceFields {
  readonly item: string
  readonly #draft: Draft
  readonly #fields: Fields
  readonly #prefix: string
  readonly #read = new Set<string>()

  constructor(draft: Draft, item: string, fields: Fields, prefix = '') {
    this.#draft = draft
    this.item = item
    this.#fields = fields
    this.#prefix = prefix
  }

  /** Whether the field is there and not null. */
  has(name: string): boolean {
    return this.#fields[name] !== undefined && this.#fields[name] !== null
  }

  value(name: string): unknown {
    this.#read.add(name)
    return this.#fields[name]
  }

  /** The trimmed text of a text or number; null for everything else, and for nothing. */
  text(name: string): string | null {
    const value = this.value(name)
    const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
    return text === '' ? null : text
  }

  /** A finite number, also from a text. */
  number(name: string): number | null {
    const text = this.text(name)
    const value = text === null ? Number.NaN : Number(text)
    return Number.isFinite(value) ? value : null
  }

  /** Also from 0 and 1, and from texts such as `true`. */
  flag(name: string): boolean | null {
    const value = this.value(name)
    if (typeof value === 'boolean') return value
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : ''
    return ['1', 'true', 'yes', 'on'].includes(text) ? true : ['0', 'false', 'no', 'off'].includes(text) ? false : null
  }

  list(name: string): readonly unknown[] {
    const value = this.value(name)
    return Array.isArray(value) ? value : []
  }

  /** The object below a field, which reports its own fields; an empty one when there is none. */
  fields(name: string): SourceFields {
    const value = this.value(name)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return new SourceFields(this.#draft, this.item, isObject ? { ...value } : {}, `${this.#prefix}${name}.`)
  }

  exact(...names: readonly string[]): void {
    for (const name of names) this.#say(name, 'exact', '')
  }

  approximated(name: string, note: string): void {
    this.#say(name, 'approximated', note)
  }

  /** Approximated as the note says, exact without one. */
  noted(name: string, note: string | null | undefined): void {
    if (note) this.approximated(name, note)
    else this.exact(name)
  }

  impossible(name: string, note: string): void {
    this.#say(name, 'impossible', note)
  }

  /** Cosmetic fields, and those of the source alone: reported only when they are there. */
  ignored(...names: readonly string[]): void {
    for (const name of names) this.#say(name, 'ignored', '')
  }

  /** Fields that mean something elsewhere alone, for example in items of another type: ignored unless they were read. */
  ignoredUnlessRead(...names: readonly string[]): void {
    this.ignored(...names.filter((name) => !this.#read.has(name)))
  }

  /** Reports every field that was neither read nor reported. Fields without a value are no loss. */
  finish(): void {
    for (const [name, value] of Object.entries(this.#fields))
      if (!this.#read.has(name) && value !== null && value !== undefined && value !== '')
        this.#draft.report({ item: this.item, field: `${this.#prefix}${name}`, fate: 'unknown', note: '' })
  }

  #say(name: string, fate: 'exact' | 'approximated' | 'impossible' | 'ignored', note: string): void {
    this.#read.add(name)
    if (this.has(name)) this.#draft.report({ item: this.item, field: `${this.#prefix}${name}`, fate, note })
  }
}
