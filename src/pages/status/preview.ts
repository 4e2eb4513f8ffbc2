import type { ThemeColors } from '#contract'
import { languagesOf } from '#page-texts'
import type { PageLanguages } from '#page-texts'
import type { DraftPage } from '#publishing'
import type { Store } from '#storage/database'
import { writePage } from '../page.ts'
import { shownColors } from '../theme.ts'
import { themeOf } from './frame.ts'
import { ordinaryUrls } from './page-urls.ts'
import { readCharts } from './response-charts.ts'
import { statusView } from './status-view.ts'

interface Preview {
  readonly html: string
  /** Those that the document has. */
  readonly themeColors: ThemeColors
}

/**
 * The document, in the first of its languages, of a page that is not published: it does not reload, and its links lead to
 * the page at its address.
 */
export async function writePreview(
  store: Store,
  { page, shown }: DraftPage,
  publicUrl: string,
  languages?: PageLanguages,
): Promise<Preview> {
  const { profile } = shown
  const spoken = languagesOf(profile, languages)
  const [texts] = spoken
  const framed = {
    profile,
    urls: ordinaryUrls(profile, publicUrl),
    canSubscribe: true,
    texts,
    spoken,
    charts: await readCharts(store, page, shown.at.getTime()),
  }
  const { refreshSeconds: _never, script: _none, ...view } = statusView(shown, framed)
  return { html: writePage(view).text, themeColors: shownColors(themeOf(profile).colors) }
}
