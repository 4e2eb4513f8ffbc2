import { setTimeout } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const quietMs = 300
/** Requests that stay open as long as the page, or that a state never answers, end the wait. */
const longestMs = 15_000

/** Watches the requests of a page. The function that it returns waits until none was under way for a while. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let changedAt = Date.now()
  const begin = (request: Request): void => {
    if (new URL(request.url()).pathname === '/v1/events') return
    open.add(request)
    changedAt = Date.now()
  }
  const end = (request: Request): void => {
    if (open.delete(request)) changedAt = Date.now()
  }
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    const latest = Date.now() + longestMs
    while (Date.now() < latest && (open.size > 0 || Date.now() - changedAt < quietMs)) await setTimeout(50)
    page.off('request', begin)
    page.off('requestfinished', end)
    page.off('requestfailed', end)
  }
}
