import type { LabelMatcher } from '#contract'

const operators = {
  '=': { isRegex: false, isEqual: true },
  '!=': { isRegex: false, isEqual: false },
  '=~': { isRegex: true, isEqual: true },
  '!~': { isRegex: true, isEqual: false },
} as const

const filter = /^\{?\s*("?)([^"=!~{}\s]{1,255})\1\s*(=~|!~|!=|=)\s*("?)(.{0,1024}?)\4\s*\}?$/s

/** Filters as amtool sends them, such as `severity=~"critical|warning"`; null for one that is none. */
export function matchersOfFilters(filters: readonly string[]): LabelMatcher[] | null {
  const matchers = filters.map(matcherOf)
  return matchers.includes(null) ? null : matchers.filter((matcher) => matcher !== null)
}

function matcherOf(text: string): LabelMatcher | null {
  const [, , name, operator, , value] = filter.exec(text.trim()) ?? []
  if (name === undefined || value === undefined || operator === undefined || !isOperator(operator)) return null
  return { name, value: value.replaceAll(/\\(["\\])/g, '$1'), ...operators[operator] }
}

const isOperator = (text: string): text is keyof typeof operators => Object.hasOwn(operators, text)
