import { html } from '../html.ts'
import type { Html, HtmlPart } from '../html.ts'
import { webAddress } from '../web-address.ts'

const addressInText = /https?:\/\/[^\s<>"'`]+/g
const endOfSentence = /[.,;:!?)\]]+$/

/** Text of users in paragraphs as it was typed; URLs become links. */
export const prose = (text: string): Html => html`<p class="prose">${linked(text)}</p>`

function linked(text: string): HtmlPart[] {
  const parts: HtmlPart[] = []
  let from = 0
  for (const found of text.matchAll(addressInText)) {
    const shown = found[0].replace(endOfSentence, '')
    const href = webAddress(shown)
    if (href === null) continue
    parts.push(text.slice(from, found.index), html`<a href="${href}" rel="nofollow noopener noreferrer">${shown}</a>`)
    from = found.index + shown.length
  }
  parts.push(text.slice(from))
  return parts
}
