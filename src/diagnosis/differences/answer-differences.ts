import { grpcHealthLabels, grpcStatusNames } from '#contract'
import { writeReason } from '#contract/reasons'
import type { AnswerRecord, CertificateRecord } from '../check-types/check-type-diagnosis.ts'
import type { RunEvidence } from '../evidence.ts'
import { scrubText } from '../scrub-text.ts'

/** A run as it is compared. */
export type Recorded = RunEvidence &
  Omit<AnswerRecord, 'certificates'> & { readonly certificates: readonly CertificateRecord[] }

type Compare = (now: Recorded, before: Recorded) => string[]

const listLimit = 5
const textLimit = 120

/** As one line without what looks like a credential. */
const shown = (text: string): string => {
  const line = scrubText(text)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return line.length > textLimit ? `${line.slice(0, textLimit - 1).toWellFormed()}…` : line
}

export const certificateDifferences: Compare = ({ certificates }, { certificates: earlier }) =>
  certificates.flatMap((now) => {
    const before = earlier.find(({ host }) => host === now.host)
    return before ? certificateDifference(now, before) : []
  })

function certificateDifference(now: CertificateRecord, before: CertificateRecord): string[] {
  if (now.fingerprint === before.fingerprint) return chainDifference(now, before)
  const found = [
    ...(now.issuer === before.issuer
      ? []
      : [writeReason('DIFFERENCE_ISSUER', { issuerBefore: shown(before.issuer), issuer: shown(now.issuer) })]),
    ...(now.name === before.name
      ? []
      : [
          writeReason('DIFFERENCE_CERTIFICATE_NAME', {
            certificateName: shown(now.name),
            nameBefore: shown(before.name),
          }),
        ]),
    ...chainDifference(now, before),
  ]
  if (found.length > 0) return found
  return [writeReason('DIFFERENCE_CERTIFICATE', { date: dayOf(now.validTo), dateBefore: dayOf(before.validTo) })]
}

function chainDifference(now: CertificateRecord, before: CertificateRecord): string[] {
  if (now.chainLength === before.chainLength) return []
  return [writeReason('DIFFERENCE_CHAIN', { count: now.chainLength, countBefore: before.chainLength })]
}

const dayOf = (moment: string): string => moment.slice(0, 10)

export const tlsDifferences: Compare = ({ tlsVersion: now }, { tlsVersion: before }) =>
  now && before && now !== before ? [writeReason('DIFFERENCE_TLS', { tlsVersion: now, tlsVersionBefore: before })] : []

export const dnsDifferences: Compare = ({ dns: now }, { dns: before }) => {
  if (!now || !before) return []
  if (now.responseCode !== before.responseCode) {
    const codes = { responseCode: shown(now.responseCode), responseCodeBefore: shown(before.responseCode) }
    return [writeReason('DIFFERENCE_DNS_CODE', codes)]
  }
  const newRecords = listed(now.answers.filter((answer) => !before.answers.includes(answer)))
  const goneRecords = listed(before.answers.filter((answer) => !now.answers.includes(answer)))
  if (newRecords === '' && goneRecords === '') return []
  if (newRecords === '') return [writeReason('DIFFERENCE_RECORDS_GONE', { goneRecords })]
  if (goneRecords === '') return [writeReason('DIFFERENCE_RECORDS_NEW', { newRecords })]
  return [writeReason('DIFFERENCE_RECORDS', { goneRecords, newRecords })]
}

const listed = (answers: readonly string[]): string => answers.slice(0, listLimit).map(shown).join(', ')

export const addressDifferences: Compare = ({ remoteAddress: now }, { remoteAddress: before }) =>
  now && before && now !== before ? [writeReason('DIFFERENCE_ADDRESS', { oldAddress: before, newAddress: now })] : []

export const redirectDifferences: Compare = (now, before) => {
  if (now.status === null || before.status === null) return []
  const [last, lastBefore] = [placeOf(now.redirects?.at(-1)), placeOf(before.redirects?.at(-1))]
  if (last === lastBefore) return []
  if (last === undefined) return [writeReason('DIFFERENCE_REDIRECT_GONE', { destinationBefore: lastBefore ?? '' })]
  if (lastBefore === undefined) return [writeReason('DIFFERENCE_REDIRECT', { destination: last })]
  return [writeReason('DIFFERENCE_REDIRECT_MOVED', { destination: last, destinationBefore: lastBefore })]
}

/** A query may differ in each run, and carry credentials. */
const placeOf = (target: string | undefined): string | undefined => target && shown(target.replace(/[?#].*$/s, ''))

export const statusDifferences: Compare = (now, before) => [
  ...(now.status !== null && before.status !== null && now.status !== before.status
    ? [writeReason('DIFFERENCE_STATUS', { httpStatus: now.status, httpStatusBefore: before.status })]
    : []),
  ...grpcDifferences(now, before),
]

const grpcDifferences: Compare = ({ grpc: now }, { grpc: before }) => {
  if (!now || !before) return []
  const [name, nameBefore] = [grpcName(now.statusCode), grpcName(before.statusCode)]
  if (name !== nameBefore) return [writeReason('DIFFERENCE_GRPC', { statusName: name, statusNameBefore: nameBefore })]
  if (now.healthStatus === null || before.healthStatus === null || now.healthStatus === before.healthStatus) return []
  const healths = { statusName: healthName(now.healthStatus), statusNameBefore: healthName(before.healthStatus) }
  return [writeReason('DIFFERENCE_HEALTH', healths)]
}

const grpcName = (code: number): string => [code, grpcStatusNames[code]].join(' ').trim()
const healthName = (status: number): string => grpcHealthLabels[status] ?? String(status)

/** Those of an answer that are the same while nothing changed. Others, such as dates and ids, differ in each run. */
const steadyHeaders = ['content-type', 'location', 'server', 'www-authenticate', 'cf-mitigated'] as const
/** Their arrival says something, their value does not. */
const telling = ['retry-after'] as const

export const headerDifferences: Compare = (now, before) => {
  if (now.status === null || before.status === null) return []
  return [...steadyHeaders, ...telling].flatMap((name) => {
    const [value, valueBefore] = [valueOf(now, name), valueOf(before, name)]
    if (value === valueBefore || (isTelling(name) && valueBefore !== null)) return []
    if (value === null)
      return [writeReason('DIFFERENCE_HEADER_GONE', { headerName: name, valueBefore: valueBefore ?? '' })]
    if (valueBefore === null) return [writeReason('DIFFERENCE_HEADER_NEW', { headerName: name, value })]
    return [writeReason('DIFFERENCE_HEADER', { headerName: name, value, valueBefore })]
  })
}

const isTelling = (name: string): boolean => telling.some((other) => other === name)

/** Of a demand for credentials the scheme: the rest of it may be made for each answer. */
function valueOf({ headers }: Recorded, name: string): string | null {
  const value = headers[name]
  if (value === undefined) return null
  if (name === 'location') return placeOf(value) ?? ''
  return shown(name === 'www-authenticate' ? (value.split(/[\s,]/, 1)[0] ?? '') : value)
}

export const routeDifferences: Compare = ({ route: now }, { route: before }) => {
  if (!now || !before || now.length === 0 || before.length === 0) return []
  const index = now.findIndex((address, at) => {
    const other = before[at] ?? null
    return address !== null && other !== null && address !== other
  })
  const address = now[index]
  if (address) {
    const hops = { hop: index + 1, hopAddress: address, hopAddressBefore: before[index] ?? '' }
    return [writeReason('DIFFERENCE_ROUTE', hops)]
  }
  const [last, lastBefore] = [now, before].map((route) => route.findLastIndex((hop) => hop !== null) + 1)
  if (!last || !lastBefore || last >= lastBefore) return []
  return [writeReason('DIFFERENCE_ROUTE_ENDS', { hop: last, countBefore: lastBefore })]
}

const noticeableLoss = 5

export const packetDifferences: Compare = ({ packetLoss: now }, { packetLoss: before }) =>
  now !== null && before !== null && now - before >= noticeableLoss
    ? [writeReason('DIFFERENCE_PACKETS', { percent: tenths(now), percentBefore: tenths(before) })]
    : []

const tenths = (value: number): number => Math.round(value * 10) / 10
