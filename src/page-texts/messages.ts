import type { PageTexts } from './page-texts.ts'

/** A text for each plural category of its language (CLDR); `other` is that of all categories without one. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** A text, in which `{name}` stands for a value. */
export type Message = string | Plural

type MessagesOf<Texts> = Texts extends string
  ? string
  : Texts extends (values: infer Values) => string
    ? Values extends { readonly count: number }
      ? Message
      : string
    : { readonly [Key in keyof Texts]: MessagesOf<Texts[Key]> }

/** The texts of a language; `language` and `direction` follow from its code. */
export type PageMessages = MessagesOf<Omit<PageTexts, 'language' | 'direction'>>

/** How a language writes numbers, and chooses among plural forms. */
export interface Grammar {
  readonly plurals: Intl.PluralRules
  readonly numbers: Intl.NumberFormat
}

export const grammarOf = (locale: string): Grammar => ({
  plurals: new Intl.PluralRules(locale),
  numbers: new Intl.NumberFormat(locale),
})

export const isPlural = (value: unknown): value is Plural =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'other')

const placeholder = /\{(\w+)\}/g

/** The names of the values that a message has, or can have: one with plural forms has a count. */
export const valuesOf = (message: Message): ReadonlySet<string> =>
  isPlural(message) ? placeholdersOf(message).add('count') : placeholdersOf(message)

export const placeholdersOf = (message: Message): Set<string> =>
  new Set(
    [message]
      .flatMap((one) => (typeof one === 'string' ? one : Object.values(one)))
      .flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name)),
  )

type Values = Readonly<Record<string, string | number>>

/** The text of a message for given values. */
export const filler =
  (message: Message, { plurals, numbers }: Grammar) =>
  (values: Values): string =>
    formOf(message, plurals, values['count']).replaceAll(placeholder, (_whole, name: string) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? numbers.format(value) : value
    })

const formOf = (message: Message, plurals: Intl.PluralRules, count: string | number = 0): string =>
  typeof message === 'string' ? message : (message[plurals.select(Number(count))] ?? message.other)
