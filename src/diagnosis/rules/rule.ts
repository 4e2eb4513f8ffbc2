import { writeReason } from '#contract/reasons'
import type { Analysis } from '#contract'
import type { Evidence } from '../evidence.ts'

/** The values of `classification` used by the rules; the field is free text. */
export const classifications = [
  'CONFIGURATION_ERROR',
  'INFRASTRUCTURE_ERROR',
  'APPLICATION_ERROR',
  'NETWORK_ERROR',
  'DNS_ERROR',
  'CERTIFICATE_ERROR',
  'AUTHENTICATION_ERROR',
  'RATE_LIMITED',
  'PERFORMANCE_DEGRADATION',
  'MONITORING_ERROR',
  'UNKNOWN',
] as const
export type Classification = (typeof classifications)[number]

export type Link = NonNullable<Analysis['referenceLinks']>[number]

/** A recognisable cause and its description. The first rule of the table that applies is used. */
export interface Rule {
  readonly id: string
  readonly classification: Classification
  readonly applies: (evidence: Evidence) => boolean
  /** The most likely cause, and the first thing to check. */
  readonly rootCause: (evidence: Evidence) => string
  readonly userImpact: string
  /** A change to the check or the target, where one can be named. */
  readonly codeFix?: (evidence: Evidence) => string | null
  readonly links?: readonly Link[]
}

/** The failure code of the run; empty without one. */
export const codeOf = ({ run }: Evidence): string => run?.failure?.code ?? ''
export const hasCode =
  (...codes: readonly string[]) =>
  (evidence: Evidence): boolean =>
    codes.includes(codeOf(evidence))
export const hasStatus =
  (...statuses: readonly number[]) =>
  (evidence: Evidence): boolean =>
    evidence.run?.status !== null && evidence.run?.status !== undefined && statuses.includes(evidence.run.status)
export const hasReason = ({ run }: Evidence, kind: string): boolean => run?.reasonKinds.includes(kind) ?? false

/** Sentences behind each other; those that are empty are left out. */
export const together = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== '').join(' ')

export const subjectOf = ({ target }: Evidence): string => target ?? writeReason('ANALYSED_TARGET')
export const hostOf = ({ host }: Evidence): string => host ?? writeReason('ANALYSED_HOST')

export const mdnStatus = (status: number): Link => ({
  url: `https://developer.mozilla.org/docs/Web/HTTP/Reference/Status/${status}`,
  title: `HTTP status ${status} (MDN)`,
})
export const rfc = (number: number, title: string): Link => ({
  url: `https://www.rfc-editor.org/rfc/rfc${number}`,
  title: `${title} (RFC ${number})`,
})
