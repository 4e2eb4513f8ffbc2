import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  claimDomainVerifications,
  findComponentPage,
  findDomainVerification,
  recordDomainCheck,
} from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { DomainVerificationRow, FoundRecords } from '#storage/status-pages'
import { foundPage } from './component-pages.ts'
import { decideVerification, proofOf } from './decide-verification.ts'

/** Reads records of a name from the name servers of the service: their values, or the code of an error. Never rejects. */
export type LookUpRecords = (
  name: string,
  type: 'CNAME' | 'TXT',
) => Promise<{ readonly values: readonly string[] } | { readonly code: string }>

/** Throws STATUS_PAGE_NOT_FOUND and CUSTOM_DOMAIN_NOT_SET. */
export async function getDomainVerification(
  store: Store,
  { accountId }: Pick<Caller, 'accountId'>,
  statusPageId: string,
): Promise<DomainVerificationRow> {
  const found = await findDomainVerification(store.db, accountId, statusPageId)
  if (found !== null) return found
  foundPage(await findComponentPage(store.db, accountId, statusPageId))
  throw new Fault('CUSTOM_DOMAIN_NOT_SET')
}

/** A page is checked at most this often. */
const restMs = 5_000

/** Checks the domain of a page at once, unless it was just checked. Throws STATUS_PAGE_NOT_FOUND and CUSTOM_DOMAIN_NOT_SET. */
export async function recheckDomain(
  store: Store,
  caller: Caller,
  { statusPageId, lookUp }: { readonly statusPageId: string; readonly lookUp: LookUpRecords },
): Promise<DomainVerificationRow> {
  const before = await getDomainVerification(store, caller, statusPageId)
  const { checkedAt } = before
  if (checkedAt !== null && Math.abs(caller.nowMs - checkedAt.getTime()) < restMs) return before
  await check(store, before, { lookUp, nowMs: caller.nowMs })
  return getDomainVerification(store, caller, statusPageId)
}

export interface DomainChecks {
  readonly nowMs: number
  readonly limit: number
  /** For how long no other process checks the same domains, longer than lookups take. */
  readonly leaseMs: number
  readonly lookUp: LookUpRecords
}

/** Checks the domains that are due, at the same time. Returns how many. */
export async function verifyDueDomains(store: Store, { nowMs, limit, leaseMs, lookUp }: DomainChecks): Promise<number> {
  const claim = { now: new Date(nowMs), until: new Date(nowMs + leaseMs), limit }
  const due = await claimDomainVerifications(store.db, claim)
  await Promise.all(due.map((before) => check(store, before, { lookUp, nowMs })))
  return due.length
}

async function check(
  store: Store,
  before: DomainVerificationRow,
  { lookUp, nowMs }: { readonly lookUp: LookUpRecords; readonly nowMs: number },
): Promise<void> {
  const { name, value } = proofOf(before)
  const [txt, cname] = await Promise.all([lookUp(name, 'TXT'), lookUp(before.domain, 'CNAME')])
  const found: FoundRecords = {
    txt: keptOf(txt, (text) => text.trim() === value),
    cname: keptOf(cname),
    problem: 'code' in txt ? txt.code : null,
  }
  await recordDomainCheck(store.db, before, decideVerification(before, found, nowMs))
}

/** Anyone can write records: few and short ones are kept, those that are wanted first. */
const keptRecords = 10
const keptLength = 300

function keptOf(looked: Awaited<ReturnType<LookUpRecords>>, isWanted: (value: string) => boolean = () => false) {
  if ('code' in looked) return []
  const ordered = looked.values.toSorted((one, other) => Number(isWanted(other)) - Number(isWanted(one)))
  return ordered.slice(0, keptRecords).map((value) => value.slice(0, keptLength))
}
