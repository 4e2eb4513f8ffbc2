import type { Fault } from '#kernel'
import { html } from './html.ts'
import type { Page } from './page.ts'
import { basicStylesheet } from './stylesheet.ts'
import { standardTheme } from './theme.ts'

export const stylesPath = '/pages'

const titles: { readonly [status: number]: string } = {
  400: 'Bad request',
  403: 'Not allowed',
  404: 'Page not found',
  413: 'Request too large',
  415: 'Unsupported form encoding',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
}

/** Seconds until an unattended page reloads itself. */
const retrySeconds = 30

/** An error as a page. A page with `isOnDisplay` reloads itself if the error may be temporary. */
export function errorPage(fault: Pick<Fault, 'status' | 'message'>, isOnDisplay = false): Page {
  const title = titles[fault.status] ?? 'Something went wrong'
  const text = fault.status === 404 ? 'The URL may be mistyped, or the page may have been removed.' : fault.message
  return {
    title,
    theme: standardTheme,
    stylesheets: [`${stylesPath}/${basicStylesheet.fileName}`],
    isUnlisted: true,
    ...(isOnDisplay && (fault.status === 429 || fault.status >= 500) && { refreshSeconds: retrySeconds }),
    body: html`<main class="notice">
      <h1>${title}</h1>
      <p>${text}</p>
    </main>`,
  }
}
