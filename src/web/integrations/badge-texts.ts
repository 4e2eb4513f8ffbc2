import type { BadgeStyle, BadgeTheme } from '#contract'

interface BadgeLook {
  readonly style: BadgeStyle
  readonly theme: BadgeTheme
  readonly responseTime: boolean
}

interface BadgeTexts {
  readonly url: string
  readonly markdown: string
  readonly html: string
}

/** How a badge is written into pages: its URL, Markdown and HTML, in which the name of what it shows is plain text. */
export function badgeTexts(address: string, name: string, { style, theme, responseTime }: BadgeLook): BadgeTexts {
  const query = new URLSearchParams({
    ...(style !== 'flat' && { style }),
    ...(theme !== 'default' && { theme }),
    ...(responseTime && { responseTime: 'true' }),
  }).toString()
  const url = query === '' ? address : `${address}?${query}`
  return {
    url,
    markdown: `![${name.replaceAll(/[\\[\]]/g, String.raw`\$&`)}](${url})`,
    html: `<img src="${forHtml(url)}" alt="${forHtml(name)}">`,
  }
}

const forHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
