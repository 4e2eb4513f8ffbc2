/** Where styles are while a document is not allowed to have them. */
const kept = 'data-style'

const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/**
 * A document of the service as a frame of this page may show it: the policy of the page, which the frame inherits, allows
 * styles from files only, so those within are put aside. The service escapes every quotation mark of a text, so that what
 * looks like an attribute is one.
 */
export const framedDocument = (text: string): string =>
  text
    .replaceAll(' style="', ` ${kept}="`)
    .replaceAll(
      /<style>([^]*?)<\/style>/g,
      (_whole, css: string) => `<template ${kept}="${inAttribute(css)}"></template>`,
    )
    .replaceAll(/<meta http-equiv[^>]*>/g, '')

/** Brings the styles of a frame back by script, which its policy allows, and takes its links away: they lead nowhere. */
export function completeFrame(shown: Document): void {
  const view = shown.defaultView
  if (view === null) return
  for (const element of shown.querySelectorAll<HTMLElement>(`[${kept}]:not(template)`))
    element.style.cssText = element.getAttribute(kept) ?? ''
  for (const aside of shown.querySelectorAll(`template[${kept}]`)) {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(aside.getAttribute(kept) ?? '')
    shown.adoptedStyleSheets.push(sheet)
  }
  for (const link of shown.querySelectorAll('a')) link.removeAttribute('href')
}
