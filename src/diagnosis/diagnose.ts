import { writeReason } from '#contract/reasons'
import type { Analysis } from '#contract'
import { invariant } from '#kernel'
import type { Evidence } from './evidence.ts'
import { evidenceLines } from './evidence-lines.ts'
import { scopeOf } from './observations.ts'
import { rules } from './rules/index.ts'
import { together } from './rules/rule.ts'

/** The author of analyses written by the built-in rules. */
export const rulesAuthor = { provider: 'belfry', model: 'rules' } as const

/**
 * The most likely cause by the built-in rules: the first rule of the table that applies, with its evidence. The same
 * evidence always gives the same analysis.
 */
export function diagnose(evidence: Evidence): Analysis {
  const rule = rules.find(({ applies }) => applies(evidence))
  invariant(rule !== undefined, 'the last rule applies to everything')
  const links = rule.links ?? []
  return {
    classification: rule.classification,
    rootCause: together(rule.rootCause(evidence), scopeText(evidence)),
    userImpact: rule.userImpact,
    codeFix: rule.codeFix?.(evidence) ?? null,
    evidence: evidenceLines(evidence),
    referenceLinks: links.length === 0 ? null : links.map((link) => ({ ...link })),
  }
}

const scopeText = (evidence: Evidence): string =>
  scopeOf(evidence) === 'everywhere'
    ? writeReason('DETAIL_EVERYWHERE', { count: evidence.otherLocations.length + 1 })
    : ''
