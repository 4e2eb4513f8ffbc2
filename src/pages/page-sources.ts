import type { RateLimit } from '#contract'
import type { Clock } from '#kernel'
import type { Store } from '#storage'
import type { onRequestHookHandler } from 'fastify'
import type { PageDomains } from './page-domains.ts'

export interface PageSources {
  readonly store: Store
  readonly clock: Clock
  /** Where readers reach the service, without a trailing slash. */
  readonly publicUrl: string
  readonly domains: PageDomains
  /** Makes the hook that counts requests of one address under a name, and refuses those above the limit. */
  readonly limitTo: (name: string, limit: RateLimit) => onRequestHookHandler
}

export interface StatusPageSources extends PageSources {
  /** Whether the operator has set up a mail server. */
  readonly canMail: boolean
  /** Who counts as one visitor, from the address of a request. */
  readonly clientAddress: (address: string) => string
}
