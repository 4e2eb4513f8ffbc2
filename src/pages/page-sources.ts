import type { Allowances, RateLimit } from '#contract'
import type { Clock, Fault } from '#kernel'
import type { Store } from '#storage'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { PageDomains } from './page-domains.ts'

export interface PageSources {
  readonly store: Store
  readonly clock: Clock
  /** Where readers reach the service, without a trailing slash. */
  readonly publicUrl: string
  readonly domains: PageDomains
  /** Makes the hook that counts requests of one address under a name, and refuses those above the limit. */
  readonly limitTo: (name: string, limit: RateLimit) => onRequestHookHandler
  /** What an error is to a reader; logs those that are our mistake, so it is asked once for each. */
  readonly faultOf: (error: unknown, request: FastifyRequest) => Fault
  /** How long a public page is answered from memory, in milliseconds; 2000 when absent, 0 for not at all. */
  readonly keptMs?: number
}

export interface StatusPageSources extends PageSources {
  /** Whether the operator has set up a mail server. */
  readonly canMail: boolean
  /** Who counts as one visitor, from the address of a request. */
  readonly clientAddress: (address: string) => string
  /** What the plan limits; absent: nothing. */
  readonly allowances?: Allowances
}
