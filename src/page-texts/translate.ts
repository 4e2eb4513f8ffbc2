import { en } from './languages/en.ts'
import { filler, grammarOf, isPlural, placeholdersOf, valuesOf } from './messages.ts'
import type { Grammar, Message, PageMessages } from './messages.ts'
import type { PageTexts } from './page-texts.ts'

export interface TranslationProblem {
  /** The path of a text, such as `headline.down.one`; empty for all of it. */
  readonly key: string
  readonly problem: string
}

export interface Translation {
  /** Every text; in place of those that are missing or broken those of the model. */
  readonly texts: PageTexts
  readonly problems: readonly TranslationProblem[]
  /** The paths of texts that are of the model because the translation has none. */
  readonly missing: readonly string[]
}

const maxLength = 1000
const rightToLeft: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'])

/**
 * The texts of a language from what somebody wrote, which can be anything. `language` is a code of BCP 47; `model` has what
 * takes the place of missing texts.
 */
export function translate(language: string, given: unknown, model: PageMessages = en): Translation {
  const problems: TranslationProblem[] = []
  const missing: string[] = []
  const { locale: ofModel, ...messages } = model
  const { locale: wanted, ...texts } = isRecord(given) ? given : {}
  if (!isRecord(given)) problems.push({ key: '', problem: 'This is not an object with the texts.' })
  const otherwise = language === 'en' || model !== en ? ofModel : language
  const own = wanted === undefined ? otherwise : localeOf(wanted)
  if (own === null) problems.push({ key: 'locale', problem: 'This is not the code of a language, such as fr-CA.' })
  const locale = own ?? language
  const walk = new Walk({ own: grammarOf(locale), ofModel: grammarOf(ofModel), problems, missing })
  return {
    texts: { ...walk.all(messages, texts), language, locale, direction: directionOf(language) },
    problems,
    missing,
  }
}

function directionOf(language: string): PageTexts['direction'] {
  const { script = '' } = new Intl.Locale(language).maximize()
  return rightToLeft.has(script) ? 'rtl' : 'ltr'
}

/** Null for what is no code of a language. */
function localeOf(value: unknown): string | null {
  try {
    return typeof value === 'string' ? (Intl.getCanonicalLocales(value)[0] ?? null) : null
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Walking {
  readonly own: Grammar
  readonly ofModel: Grammar
  readonly problems: TranslationProblem[]
  readonly missing: string[]
}

type Written = Omit<PageTexts, 'language' | 'locale' | 'direction'>

/** Goes through the texts of a model and takes the place of each what was given, if it can be used. */
class Walk {
  readonly #walking: Walking

  constructor(walking: Walking) {
    this.#walking = walking
  }

  /** The walk answers what the model has: each message as its text, or as the function that fills it. */
  all(model: object, given: Readonly<Record<string, unknown>>): Written {
    return this.#group(model, given, '') as Written
  }

  #group(model: object, given: Readonly<Record<string, unknown>>, path: string): object {
    for (const key of Object.keys(given))
      if (!Object.hasOwn(model, key)) this.#report(`${path}${key}`, 'There is no such text.')
    return Object.fromEntries(
      Object.entries(model).map(([key, of]) => [
        key,
        this.#any(of, Object.hasOwn(given, key) ? given[key] : undefined, `${path}${key}`),
      ]),
    )
  }

  #any(model: unknown, given: unknown, path: string): unknown {
    if (typeof model === 'string' || isPlural(model)) return this.#message(model, given, path)
    if (Array.isArray(model)) return this.#pair(model, given, path)
    if (given !== undefined && !isRecord(given)) this.#report(path, 'This has to be an object with texts.')
    return this.#group(Object(model), isRecord(given) ? given : {}, `${path}.`)
  }

  #pair(model: readonly unknown[], given: unknown, path: string): unknown[] {
    const fits = Array.isArray(given) && given.length === model.length
    if (given !== undefined && !fits) this.#report(path, `This has to be a list of ${model.length} texts.`)
    return model.map((of, index) => this.#any(of, fits ? given[index] : undefined, `${path}[${index}]`))
  }

  #message(model: Message, given: unknown, path: string): unknown {
    const { own, ofModel, missing } = this.#walking
    if (given === undefined) missing.push(path)
    const names = valuesOf(model)
    const isUsed = given !== undefined && this.#isMessage(given, { names, path })
    const [message, grammar] = isUsed ? [given, own] : [model, ofModel]
    return names.size > 0 ? filler(message, grammar) : message
  }

  #isMessage(given: unknown, { names, path }: { names: ReadonlySet<string>; path: string }): given is Message {
    if (!isRecord(given)) return this.#isText(given, { names, path })
    if (!names.has('count')) return this.#report(path, 'This has to be a text: it depends on no count.')
    if (!isPlural(given)) return this.#report(path, 'The plural form "other" is missing.')
    const { pluralCategories } = this.#walking.own.plurals.resolvedOptions()
    const categories: ReadonlySet<string> = new Set(pluralCategories)
    return Object.entries(given)
      .map(([category, text]) =>
        categories.has(category)
          ? this.#isText(text, { names, path: `${path}.${category}` })
          : this.#report(`${path}.${category}`, `This language has the plural forms ${pluralCategories.join(', ')}.`),
      )
      .every((isGood) => isGood)
  }

  #isText(given: unknown, { names, path }: { names: ReadonlySet<string>; path: string }): given is string {
    if (typeof given !== 'string' || given.trim() === '') return this.#report(path, 'This has to be a text.')
    if (given.length > maxLength) return this.#report(path, `This has more than ${maxLength} characters.`)
    if (/\p{Cc}/u.test(given) || !given.isWellFormed())
      return this.#report(path, 'This has characters that cannot be displayed.')
    const used = placeholdersOf(given)
    const unknown = [...used].find((name) => !names.has(name))
    if (unknown !== undefined) return this.#report(path, `{${unknown}} does not exist here${listOf(names)}.`)
    // A count can be in words, as in "one other service".
    const lost = [...names].find((name) => name !== 'count' && !used.has(name))
    return lost === undefined ? true : this.#report(path, `{${lost}} is missing.`)
  }

  #report(key: string, problem: string): false {
    this.#walking.problems.push({ key, problem })
    return false
  }
}

const listOf = (names: ReadonlySet<string>): string =>
  names.size === 0 ? '' : `, but ${[...names].map((name) => `{${name}}`).join(', ')}`
