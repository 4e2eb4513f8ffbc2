import type { RenderDashboard } from '#publishing'
import type { PageSources } from '../page-sources.ts'
import { writePage } from '../page.ts'
import { readDashboard } from './dashboard-document.ts'
import { dashboardPage } from './dashboard-page.ts'

/** Renders dashboards that are not saved: complete in one document, which never reloads. */
export const dashboardRenderer =
  (sources: Pick<PageSources, 'store' | 'clock' | 'publicUrl'>): RenderDashboard =>
  async (draft, page) => {
    const document = await readDashboard(sources, draft, page)
    const { refreshSeconds: _seconds, refreshTo: _next, ...still } = dashboardPage(draft, document, noAddresses)
    const style = `<style>${withoutTags(draft.settings.customCSS ?? '')}</style>`
    const html = writePage(still).text.replace('</head>', () => `${style}</head>`)
    return { html, checkCount: document.checkCount, pages: document.pages }
  }

const noAddresses = { home: '', json: '', customStylesheet: null }

/** CSS Syntax Level 3, section 4.3.7: an escaped slash is a slash. */
const withoutTags = (css: string): string => css.replaceAll('</', String.raw`<\/`)
