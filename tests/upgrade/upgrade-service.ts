import { clientAddress, createApi, handlers } from '#api'
import { createEncryption, silentLog } from '#kernel'
import type { Clock } from '#kernel'
import { mountPublicPages, PageDomains } from '#pages'
import type { Database, Store } from '#storage/database'
import { testOutlet } from '../support/api.ts'

export const publicUrl = 'https://belfry.example'

/** The API and the public pages of an installation with a secret key of its own. */
export function createUpgradeService(db: Database, clock: Clock, secretKey: string) {
  const store: Store = { db, encryption: createEncryption(secretKey) }
  const domains = new PageDomains(store, clock, publicUrl)
  const pages = { store, clock, publicUrl, domains, canMail: true, clientAddress, allowances: {}, keptMs: 0 }
  const app = createApi({
    store,
    clock,
    log: silentLog,
    serviceName: 'service',
    publicUrl,
    handlers,
    channels: testOutlet(clock),
    defaultLimit: { requests: 100_000, seconds: 60 },
    extraRoutes: (routes, limitTo, faultOf) => mountPublicPages(routes, { ...pages, limitTo, faultOf }),
    rewriteUrl: domains.rewriteUrl,
  })
  return { app, store }
}
