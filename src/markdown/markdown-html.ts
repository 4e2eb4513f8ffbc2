import MarkdownIt from 'markdown-it'
import type { Renderer, Token } from 'markdown-it'
import { escapeHtml } from '#templating'

/** Headings of a long text; in a short one they are lines in bold, since it is below a heading of any level. */
interface Place {
  readonly headings: 'bold' | 'below the second level'
}

const linkPattern = /^(?:https?:\/\/|mailto:)/i

/**
 * Markdown (CommonMark, with tables and struck text) without HTML: what looks like a tag is text. Links lead to http,
 * https and mailto; a picture becomes a link to it, since readers load nothing from others. Line ends are kept.
 */
const markdown = new MarkdownIt('default', { html: false, linkify: true, breaks: true, maxNesting: 20 })
markdown.disable('code')
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
markdown.validateLink = (url) => linkPattern.test(url)

type Rule = NonNullable<Renderer['rules'][string]>

const withRel = (...[tokens, index, options, , renderer]: Parameters<Rule>): string => {
  tokens[index]?.attrSet('rel', 'nofollow noopener noreferrer')
  return renderer.renderToken(tokens, index, options)
}
markdown.renderer.rules['link_open'] = withRel
markdown.renderer.rules['image'] = (tokens, index) => {
  const token = tokens[index]
  const href = String(token?.attrGet('src') ?? '')
  return `<a href="${escapeHtml(href)}" rel="nofollow noopener noreferrer">${escapeHtml(token?.content || href)}</a>`
}
const levelOf = ({ tag }: Token): number => Math.min(6, Number(tag.slice(1)) + 2)
const heading =
  (open: string, close: string, mark: '' | '/'): NonNullable<Renderer['rules'][string]> =>
  (tokens, index, _options, place) => {
    const token = tokens[index]
    if (token === undefined) return ''
    return place?.['headings'] === 'bold' ? (mark === '' ? open : close) : `<${mark}h${levelOf(token)}>`
  }
markdown.renderer.rules['heading_open'] = heading('<p><strong>', '</strong></p>', '')
markdown.renderer.rules['heading_close'] = heading('<p><strong>', '</strong></p>', '/')

/** HTML of a text of users in Markdown, safe whatever it is. */
export const markdownHtml = (text: string, headings: Place['headings'] = 'bold'): string =>
  markdown.render(text, { headings })
