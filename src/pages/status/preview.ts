import type { ThemeColors } from '#contract'
import type { DraftPage } from '#publishing'
import type { Store } from '#storage/database'
import { writePage } from '../page.ts'
import { shownColors } from '../theme.ts'
import { themeOf } from './frame.ts'
import { ordinaryUrls } from './page-urls.ts'
import { readCharts } from './response-charts.ts'
import { statusView } from './status-view.ts'
import { firstLanguageOf } from './texts/languages.ts'

interface Preview {
  readonly html: string
  /** Those that the document has. */
  readonly themeColors: ThemeColors
}

/**
 * The document, in the first of its languages, of a page that is not published: it does not reload, and its links lead to
 * the page at its address.
 */
export async function writePreview(store: Store, { page, shown }: DraftPage, publicUrl: string): Promise<Preview> {
  const { profile } = shown
  const texts = firstLanguageOf(profile)
  const framed = {
    profile,
    urls: ordinaryUrls(profile, publicUrl),
    canSubscribe: true,
    texts,
    charts: await readCharts(store, page, shown.at.getTime()),
  }
  const { refreshSeconds: _never, script: _none, ...view } = statusView(shown, framed)
  return { html: writePage(view).text, themeColors: shownColors(themeOf(profile).colors) }
}
