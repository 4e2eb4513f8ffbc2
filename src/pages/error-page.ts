import type { Fault } from '#kernel'
import { html } from './html.ts'
import type { Page } from './page.ts'
import { basicStylesheet } from './stylesheet.ts'
import { usualTheme } from './theme.ts'

export const stylesPath = '/pages'

const titles: { readonly [status: number]: string } = {
  400: 'This request cannot be read',
  403: 'Not allowed',
  404: 'There is no such page',
  413: 'Too much was sent',
  415: 'This form cannot be read',
  429: 'Too many requests',
  503: 'Not available for a moment',
}

/** Seconds until a page that nobody sits before loads itself again. */
const retrySeconds = 30

/** A refusal as people read it. What `isOnDisplay` loads itself again if the refusal may pass. */
export function errorPage(fault: Pick<Fault, 'status' | 'message'>, isOnDisplay = false): Page {
  const title = titles[fault.status] ?? 'Something went wrong'
  const words =
    fault.status === 404 ? 'The address may be mistyped, or the page may have been taken down.' : fault.message
  return {
    title,
    theme: usualTheme,
    stylesheets: [`${stylesPath}/${basicStylesheet.fileName}`],
    isUnlisted: true,
    ...(isOnDisplay && (fault.status === 429 || fault.status >= 500) && { refreshSeconds: retrySeconds }),
    body: html`<main class="notice">
      <h1>${title}</h1>
      <p>${words}</p>
    </main>`,
  }
}
