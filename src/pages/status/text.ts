import { markdownHtml } from '#markdown'
import { html, rawHtml } from '../html.ts'
import type { Html } from '../html.ts'

/** Text of users in Markdown, safe whatever it is. */
export const prose = (...text: Parameters<typeof markdownHtml>): Html =>
  html`<div class="prose">${rawHtml(markdownHtml(...text))}</div>`
