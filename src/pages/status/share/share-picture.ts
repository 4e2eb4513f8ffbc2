import type { PublicStatusPage } from '#publishing'
import { html } from '../../html.ts'
import type { Html } from '../../html.ts'
import { shownColors, stateColor } from '../../theme.ts'
import { themeOf } from '../frame.ts'
import { headline, stateOf } from '../headline.ts'
import { shapeOf, stateClass } from '../icons.ts'
import type { PageUrls } from '../page-urls.ts'
import type { PageTexts } from '#page-texts'
import { fittedLines } from './fitted-lines.ts'

const [width, height, margin] = [1200, 630, 80]
const lineHeight = 72

/** Characters that a document cannot have (XML 1.0 section 2.2), and those without a picture. */
const unseen = /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\uFFFE\uFFFF]/gu

/** The picture of a link to a page in chat programs, as SVG: its name, its headline and its state, in its colours. */
export function sharePicture(page: PublicStatusPage, { texts, urls }: Shared): string {
  const scheme = page.profile.defaultTheme === 'DARK' ? 'dark' : 'light'
  const colors = shownColors(themeOf(page.profile).colors)[scheme]
  const look = stateClass(stateOf(page))
  const color = stateColor(scheme, look) ?? colors.bodyFontColorMuted
  const line = (text: string, style: LineStyle): Html =>
    html`<text
      x="${margin}"
      y="${style.y}"
      font-size="${style.size}"
      font-weight="${style.weight}"
      fill="${style.color}"
      >${text}</text
    >`
  const fitted = (text: string, size: number, lines: number): string[] =>
    fittedLines(text.toWellFormed().replaceAll(unseen, ' '), { width: (width - 2 * margin) / size, lines })
  const [name = ''] = fitted(page.profile.name, 40, 1)
  const said = fitted(headline(page, texts), 60, 3)
  const { bodyBackgroundColor, titleFontColor, bodyFontColorMuted } = colors
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Inter">
    <style>
      .cut {
        fill: none;
        stroke: ${bodyBackgroundColor};
        stroke-width: 2.2;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
    </style>
    <rect width="${width}" height="${height}" fill="${bodyBackgroundColor}" />
    <rect y="${height - 16}" width="${width}" height="16" fill="${color}" />
    ${line(name, { y: 124, size: 40, weight: 600, color: titleFontColor })}
    <g transform="translate(${margin} 190) scale(4.6)" fill="${color}">${shapeOf(look)}</g>
    ${said.map((text, index) =>
      line(text, { y: 370 + index * lineHeight, size: 60, weight: 700, color: titleFontColor }),
    )}
    ${line(new URL(urls.origin).host, { y: 580, size: 28, weight: 400, color: bodyFontColorMuted })}
  </svg>`.toString()
}

interface Shared {
  readonly texts: PageTexts
  readonly urls: PageUrls
}

interface LineStyle {
  readonly y: number
  readonly size: number
  readonly weight: number
  readonly color: string
}
