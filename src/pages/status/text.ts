import { html } from '../html.ts'
import type { Html, HtmlPart } from '../html.ts'
import { webAddress } from '../web-address.ts'

const addressInText = /https?:\/\/[^\s<>"'`]+/g
const trailingPunctuation = /[.,;:!?)\]]+$/

/** Text of users in paragraphs as it was typed; URLs become links. */
export const prose = (text: string): Html => html`<p class="prose">${linked(text)}</p>`

function linked(text: string): HtmlPart[] {
  const parts: HtmlPart[] = []
  let from = 0
  for (const found of text.matchAll(addressInText)) {
    const url = found[0].replace(trailingPunctuation, '')
    const href = webAddress(url)
    if (href === null) continue
    parts.push(text.slice(from, found.index), html`<a href="${href}" rel="nofollow noopener noreferrer">${url}</a>`)
    from = found.index + url.length
  }
  parts.push(text.slice(from))
  return parts
}
