import type { Page, Request } from 'playwright-core'

/**
 * What a page is loading now, but for what its scripts fetch, which the page counts itself (`page-clock.ts`): of what a
 * document fetched, Playwright reports no end when another one takes its place at that moment.
 */
export class PageRequests {
  readonly #open = new Set<Request>()
  #begun = 0
  #idle = Promise.withResolvers<void>()

  constructor(page: Page) {
    let document: Request | undefined
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) document = request
      this.#begin(request)
    })
    page.on('requestfinished', (request) => this.#end(request))
    page.on('requestfailed', (request) => this.#end(request))
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame() || document === undefined) return
      // Nothing answers any more what the document before has asked for.
      for (const request of this.#open) if (request !== document) this.#end(request)
      document = undefined
    })
  }

  /** How many were begun. */
  get begun(): number {
    return this.#begun
  }

  /** What is asked for, by method and address. */
  get open(): readonly string[] {
    return [...this.#open].map((request) => `${request.method()} ${request.url()}`)
  }

  /** Resolves when nothing is being loaded. */
  async untilIdle(): Promise<void> {
    while (this.#open.size > 0) await this.#idle.promise
  }

  #begin(request: Request): void {
    if (request.resourceType() === 'fetch') return
    if (this.#open.size === 0) this.#idle = Promise.withResolvers()
    this.#open.add(request)
    this.#begun += 1
  }

  #end(request: Request): void {
    if (this.#open.delete(request) && this.#open.size === 0) this.#idle.resolve()
  }
}
