import { builtInLanguages, languagesOf } from '#page-texts'
import type { PageLanguages, PageTexts } from '#page-texts'
import type { FastifyRequest } from 'fastify'

/** The codes of the languages of a page; absent for what is no page. */
type Speaking = { readonly languages: readonly string[] } | undefined

const spokenBy = (page: Speaking, all?: PageLanguages): PageLanguages => languagesOf(page ?? { languages: [] }, all)

/** The language that a reader chose by `?lang=`; undefined without one that the page speaks. */
export function chosenLanguage(
  { url }: Pick<FastifyRequest, 'url'>,
  page: Speaking,
  all?: PageLanguages,
): PageTexts | undefined {
  const query = url.indexOf('?')
  const language = query < 0 ? null : new URLSearchParams(url.slice(query)).get('lang')
  return spokenBy(page, all).find((texts) => texts.language === language)
}

/**
 * The language of a request among those that a page speaks: `?lang=`, or the one its `accept-language` likes best
 * (RFC 9110 section 12.5.4).
 */
export function languageOf(
  request: Pick<FastifyRequest, 'url' | 'headers'>,
  page: Speaking,
  all: PageLanguages = builtInLanguages,
): PageTexts {
  const spoken = spokenBy(page, all)
  const liked = likedLanguages(request, all).map((one) => (one === '*' ? spoken[0] : one))
  return chosenLanguage(request, page, all) ?? liked.find((texts) => spoken.includes(texts)) ?? spoken[0]
}

/** Everything that decides the language of a request without `?lang=`, on whatever page. */
export const languageKeyOf = (
  request: Pick<FastifyRequest, 'headers'>,
  all: PageLanguages = builtInLanguages,
): string => [...new Set(likedLanguages(request, all).map((one) => (one === '*' ? one : one.language)))].join()

/** The languages that a request accepts, the best liked first; `*` for any. */
const likedLanguages = ({ headers }: Pick<FastifyRequest, 'headers'>, all: PageLanguages): (PageTexts | '*')[] =>
  likedTags(headers['accept-language']).flatMap((tag): (PageTexts | '*')[] =>
    tag === '*' ? [tag] : matching(tag, all),
  )

/** A language is understood in its other regions too, if they have the same script. */
function matching(tag: string, all: PageLanguages): PageTexts[] {
  if (!wellFormed.test(tag)) return []
  const exact = all.filter(({ language }) => language.toLowerCase() === tag)
  const script = scriptOf(tag)
  return [...exact, ...all.filter((texts) => !exact.includes(texts) && scriptOf(texts.language) === script)]
}

const wellFormed = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/

const scriptOf = (tag: string): string => {
  const { language, script = '' } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}

const longest = 200

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
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
