import type { DomainVerificationResource } from '#contract'
import { proofOf } from '#publishing'
import type { DomainVerificationRow } from '#storage/status-pages'

/** The records that a domain needs, and those that the last check found. */
export function presentDomainVerification(row: DomainVerificationRow, publicUrl: string): DomainVerificationResource {
  const host = new URL(publicUrl).hostname
  return {
    domain: row.domain,
    status: row.status,
    sslStatus: 'external',
    validationMethod: 'txt',
    verificationErrors: row.checkedAt === null ? [] : errorsOf(row, host),
    ownershipVerification: { type: 'txt', ...proofOf(row) },
    CNAME: host,
    found: { txt: [...row.found.txt], cname: [...row.found.cname] },
    validationRecords: [],
    sslValidationErrors: [],
    checkedAt: row.checkedAt?.toISOString() ?? null,
    nextCheckAt: row.nextCheckAt.toISOString(),
  }
}

/** A domain that is proven has no errors, because addresses instead of a CNAME may lead here as well. */
function errorsOf(row: DomainVerificationRow, host: string): string[] {
  const { domain, status, missingSince, found } = row
  const { name, value } = proofOf(row)
  if (found.problem !== null) return [`The records of ${name} could not be read: ${found.problem}.`]
  if (status === 'verified' && missingSince === null) return []
  const missing = `There is no TXT record ${name} with the value ${value}${listOf(found.txt)}.`
  const leads = `There is no CNAME record of ${domain} to ${host}${listOf(found.cname)}.`
  return found.cname.includes(host) ? [missing] : [missing, leads]
}

const listOf = (found: readonly string[]): string => (found.length === 0 ? '' : `, but ${found.join(', ')}`)
