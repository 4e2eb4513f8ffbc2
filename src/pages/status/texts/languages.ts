import { pageLanguages } from '#contract'
import type { PageLanguage } from '#contract'
import type { FastifyRequest } from 'fastify'
import { de } from './de.ts'
import { en } from './en.ts'
import type { PageTexts } from './page-texts.ts'

const textsByLanguage: Readonly<Record<PageLanguage, PageTexts>> = { en, de }

/** The languages that a page speaks, all when it names none; the first one when a reader asks for no other. */
export const languagesOf = (allowed: readonly PageLanguage[] = []): readonly PageTexts[] =>
  (allowed.length === 0 ? pageLanguages : allowed).map((language) => textsByLanguage[language])

/** The language of what is written for no reader in particular: the first that a page speaks. */
export const firstLanguageOf = ({ languages }: { readonly languages: readonly PageLanguage[] }): PageTexts =>
  languagesOf(languages)[0] ?? en

const textsOf = (language: string, spoken: readonly PageTexts[]): PageTexts | undefined =>
  spoken.find((texts) => texts.language === language)

/** The language that a reader chose by `?lang=`; undefined without one that the page speaks. */
export function chosenLanguage(
  { url }: Pick<FastifyRequest, 'url'>,
  allowed?: readonly PageLanguage[],
): PageTexts | undefined {
  const query = url.indexOf('?')
  const language = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang')
  return textsOf(language ?? '', languagesOf(allowed))
}

/**
 * The language of a request among those that a page speaks: `?lang=`, or the one its `accept-language` likes best
 * (RFC 9110 section 12.5.4).
 */
export function languageOf(
  request: Pick<FastifyRequest, 'url' | 'headers'>,
  allowed?: readonly PageLanguage[],
): PageTexts {
  const spoken = languagesOf(allowed)
  return (
    chosenLanguage(request, allowed) ?? preferred(request.headers['accept-language'] ?? '', spoken) ?? spoken[0] ?? en
  )
}

const longest = 200

/** Everything that decides the language of a request without `?lang=`, on whatever page. */
export const languageKeyOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  [...new Set(likedTags(headers['accept-language']).filter((tag) => tag === '*' || textsOf(tag, languagesOf())))].join()

const preferred = (header: string, spoken: readonly PageTexts[]): PageTexts | undefined =>
  likedTags(header)
    .map((tag) => (tag === '*' ? spoken[0] : textsOf(tag, spoken)))
    .find((texts) => texts !== undefined)

/** The languages of a header, the best liked first. */
const likedTags = (header = ''): readonly string[] =>
  header
    .slice(0, longest)
    .split(',')
    .map((range) => {
      const [tag = '', quality] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/)
      return { tag: tag.split('-', 1)[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
