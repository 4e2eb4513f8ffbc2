import type { PublicStatusPage } from '#publishing'
import type { ThemeColors } from '#contract'
import { writePage } from '../page.ts'
import { ordinaryUrls } from './page-urls.ts'
import { shownColors } from '../theme.ts'
import { statusView } from './status-view.ts'
import { en } from './texts/en.ts'

interface Preview {
  readonly html: string
  /** Those that the document has. */
  readonly themeColors: ThemeColors
}

/** The document, in English, of a page that is not published: it does not reload, and its links lead to the page at its address. */
export function writePreview(page: PublicStatusPage, publicUrl: string): Preview {
  const urls = ordinaryUrls(page.profile, publicUrl)
  const {
    refreshSeconds: _never,
    script: _none,
    ...view
  } = statusView(page, {
    profile: page.profile,
    urls,
    canSubscribe: true,
    texts: en,
  })
  return { html: writePage(view).text, themeColors: shownColors(page.profile.themeColors) }
}
