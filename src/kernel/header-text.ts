const ordinary = /^[\t -~]*$/
const breaks = /[\p{Zl}\p{Zp}]|(?!\t)\p{Cc}/gu

/**
 * Any text as the value of an HTTP header: line breaks and control characters become spaces, and what is not ASCII its UTF-8
 * bytes, one character for each, which is how Node's clients and `fetch` take bytes. To be applied once, where the header is
 * sent.
 */
export function headerText(text: string): string {
  if (ordinary.test(text)) return text
  const line = text.replaceAll(/\r\n/g, '\n').replaceAll(breaks, ' ').trim()
  return Buffer.from(line).toString('latin1')
}
