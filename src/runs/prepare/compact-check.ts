import type { RunLimits } from '#contract'
import type { PreparedCheck, RunCheck } from './prepared-check.ts'

/** The common data of the checks of an account or a group; its objects are shared. */
export type SharedParts = Pick<PreparedCheck, 'variables' | 'secretKeys' | 'secrets' | 'certificates'> & {
  readonly accountId: string
  /** The versions of account and group that they were made from. */
  readonly stamp: string
}

/**
 * A prepared check as it is kept: its own values in one text, because a hundred thousand objects of objects take several
 * times the memory, and what it shares with others by reference.
 */
export interface CompactCheck {
  readonly parts: SharedParts
  readonly code: PreparedCheck['code']
  readonly text: string
}

/** By position, as names would double the text of a small check. */
type OwnValues = readonly [
  name: RunCheck['name'],
  checkType: RunCheck['checkType'],
  activated: boolean,
  shouldFail: boolean,
  groupBaseUrl: string,
  runtimeId: PreparedCheck['runtimeId'],
  hasTemplates: boolean,
  limits: readonly [
    degradedResponseTime: RunLimits['degradedResponseTime'],
    maxResponseTime: RunLimits['maxResponseTime'],
    degradedPacketLossThreshold: RunLimits['degradedPacketLossThreshold'],
    maxPacketLossThreshold: RunLimits['maxPacketLossThreshold'],
    rolling: NonNullable<RunLimits['rolling']> | null,
  ],
  request: RunCheck['request'] | null,
]

export function sharedPartsOf(
  { check, variables, secretKeys, secrets, certificates }: PreparedCheck,
  stamp: string,
): SharedParts {
  return { accountId: check.accountId, stamp, variables, secretKeys, secrets, certificates }
}

/** `parts` are those of the check, possibly made for another check that has the same. */
export function compactCheck({ check, limits, ...prepared }: PreparedCheck, parts: SharedParts): CompactCheck {
  const own: OwnValues = [
    check.name,
    check.checkType,
    check.activated,
    check.shouldFail,
    check.groupBaseUrl,
    prepared.runtimeId,
    prepared.hasTemplates,
    [
      limits.degradedResponseTime,
      limits.maxResponseTime,
      limits.degradedPacketLossThreshold,
      limits.maxPacketLossThreshold,
      limits.rolling ?? null,
    ],
    check.request ?? null,
  ]
  return { parts, code: prepared.code, text: JSON.stringify(own) }
}

export function expandedCheck(id: string, { parts, code, text }: CompactCheck): PreparedCheck {
  const { accountId, variables, secretKeys, secrets, certificates } = parts
  const [name, checkType, activated, shouldFail, groupBaseUrl, runtimeId, hasTemplates, limits, request] =
    ownValuesIn(text)
  const [degradedResponseTime, maxResponseTime, degradedPacketLossThreshold, maxPacketLossThreshold, rolling] = limits
  return {
    variables,
    secretKeys,
    secrets,
    certificates,
    check: { accountId, id, name, checkType, activated, shouldFail, groupBaseUrl, request: request ?? undefined },
    limits: {
      degradedResponseTime,
      maxResponseTime,
      degradedPacketLossThreshold,
      maxPacketLossThreshold,
      ...(rolling && { rolling }),
    },
    runtimeId,
    hasTemplates,
    code,
  }
}

/** The cast is safe because the text was written by `compactCheck` in this process. */
const ownValuesIn = (text: string): OwnValues => JSON.parse(text) as OwnValues

/** Of the objects, the id and the place in the cache, measured with a hundred thousand checks. */
const overheadBytes = 320
/** An engine keeps texts in one byte a character, or in two if one of them needs it. */
const wide = /[\u0100-\uffff]/

/** About what a check takes in memory; without what it shares. */
export const bytesOfCompact = ({ text, code }: CompactCheck): number =>
  overheadBytes + text.length * (wide.test(text) ? 2 : 1) + (code?.bytes ?? 0)

/** About what parts take in memory that nobody else has. */
export function bytesOfParts({ variables, secrets, certificates }: SharedParts): number {
  const texts = [...Object.entries(variables).flat(), ...secrets]
  const pems = certificates.flatMap(({ certificate, authority, key }) => [certificate, authority ?? '', key])
  return [...texts, ...pems].reduce((sum, text) => sum + bytesOfText + text.length, overheadBytes)
}

const bytesOfText = 32
