import type { FastifyRequest } from 'fastify'
import { de } from './de.ts'
import { en } from './en.ts'
import type { PageTexts } from './page-texts.ts'

/** Those that pages speak; the first one when a reader asks for no other. */
export const languages: readonly PageTexts[] = [en, de]

const textsOf = (language: string): PageTexts | undefined => languages.find((texts) => texts.language === language)

/** The language that a reader chose by `?lang=`; undefined without a known one. */
export function chosenLanguage({ url }: Pick<FastifyRequest, 'url'>): PageTexts | undefined {
  const query = url.indexOf('?')
  return query < 0 ? undefined : textsOf(new URLSearchParams(url.slice(query)).get('lang') ?? '')
}

/** The language of a request: `?lang=`, or the one its `accept-language` likes best (RFC 9110 section 12.5.4). */
export const languageOf = (request: Pick<FastifyRequest, 'url' | 'headers'>): PageTexts =>
  chosenLanguage(request) ?? preferred(request.headers['accept-language'] ?? '') ?? en

const longest = 200

function preferred(header: string): PageTexts | undefined {
  const ranges = header
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
  return ranges.map(({ tag }) => textsOf(tag === '*' ? en.language : tag)).find((texts) => texts !== undefined)
}
