import type { Allowances, RateLimit } from '#contract'
import type { Clock, Fault } from '#kernel'
import type { PageLanguages } from '#page-texts'
import type { Store } from '#storage/database'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { PageDomains } from './page-domains.ts'

export interface PageSources {
  readonly store: Store
  readonly clock: Clock
  /** Where readers reach the service, without a trailing slash. */
  readonly publicUrl: string
  readonly domains: PageDomains
  /** Creates the hook that counts requests of one address under a name, and rejects those above the limit. */
  readonly limitTo: (name: string, limit: RateLimit) => onRequestHookHandler
  /** The fault to report for an error; logs internal errors, so it is called once for each. */
  readonly faultOf: (error: unknown, request: FastifyRequest) => Fault
  /** Whether the web interface answers the links of alerts. */
  readonly hasInterface?: boolean
  /** Of the installation; those of the product when absent. */
  readonly languages?: PageLanguages
  /** How long a public page is answered from memory, in milliseconds; 2000 when absent, 0 for not at all. */
  readonly cacheMs?: number
}

export interface StatusPageSources extends PageSources {
  /** Whether the operator has set up a mail server. */
  readonly canMail: boolean
  /** The public key with which browsers subscribe to notifications; absent: they cannot. */
  readonly webPushKey?: string
  /** The key of a visitor, derived from the address of a request. */
  readonly clientAddress: (address: string) => string
  /** The limits of the plan; absent: none. */
  readonly allowances?: Allowances
}
