import type { Asset } from './api.ts'

const ownMachine = /(?:^|\.)localhost$|^(?:127(?:\.\d{1,3}){3}|\[::1\])$/
/** The name that is there without a setting. */
const unset = 'artifacts.localhost'

type Page = Readonly<Record<'hostname' | 'port' | 'protocol', string>>

/**
 * Where a file of a run opens in a separate tab; null where it does not. A name below localhost leads to the machine
 * of the browser: it is of use only to a page that came from there. The one that nobody set has the port at which the
 * page was reached.
 */
export function openUrl(viewUrl: string | null, page: Page): string | null {
  if (viewUrl === null) return null
  const url = new URL(viewUrl)
  if (!url.hostname.endsWith('.localhost')) return url.href
  if (!ownMachine.test(page.hostname)) return null
  if (url.hostname === unset && url.protocol === page.protocol) url.port = page.port
  return url.href
}

/** The name below localhost that keeps a file from opening on this page; null when it is not that. */
export const localNameOf = (viewUrl: string | null, page: Page): string | null =>
  viewUrl !== null && openUrl(viewUrl, page) === null ? new URL(viewUrl).hostname : null

/** Where a file opens in a separate tab of this page; null where it does not. */
export const opens = ({ viewUrl }: Asset): string | null => openUrl(viewUrl, location)
