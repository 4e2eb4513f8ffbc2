import type { CertificateRecord } from './check-types/check-type-diagnosis.ts'
import { diagnosisOf } from './check-types/index.ts'
import { listIn, textIn } from './json-fields.ts'
import { targetOfRun, typeDetailOf } from './read-run.ts'
import type { StoredRun } from './read-run.ts'

/**
 * The certificates that a stored run saw, each with its host. They are stored beside the details of any type; a type that
 * has more of them tells them itself.
 */
export function certificatesOfRun(run: Pick<StoredRun, 'checkType' | 'detail'>): CertificateRecord[] {
  const own = diagnosisOf(run.checkType).recordOf?.(typeDetailOf(run)).certificates ?? []
  const host = targetOfRun(run)?.host ?? ''
  return [...own.map((record) => ({ ...record, host })), ...listIn(run.detail, 'certificates').flatMap(certificateIn)]
}

function certificateIn(seen: unknown): CertificateRecord[] {
  const [host, issuer, validTo] = [textIn(seen, 'host'), textIn(seen, 'issuer'), textIn(seen, 'validTo')]
  if (host === null || issuer === null || validTo === null) return []
  return [{ host, name: host, issuer, validTo, fingerprint: `${issuer} ${validTo}`, chainLength: 0 }]
}
