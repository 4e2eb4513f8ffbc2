import type { IncidentTemplateVariable } from '#contract'

/** The values of variables of templates; those that are unknown are left out. */
export type Values = Readonly<Partial<Record<IncidentTemplateVariable, string>>>

/** All of them, in the order in which they are listed. */
export const variables: readonly IncidentTemplateVariable[] = Object.keys({
  incidentName: true,
  affected: true,
  startedAt: true,
  duration: true,
  checkName: true,
  reason: true,
} satisfies Record<IncidentTemplateVariable, true>).filter((name): name is IncidentTemplateVariable => name !== '')

const inText = /\{\{\s*(\w+)\s*\}\}/g

/** A text with the values of its variables; what has no value stays as it is. */
export const filled = (text: string, values: Values): string =>
  text.replaceAll(inText, (whole, name: string) => new Map(Object.entries(values)).get(name) ?? whole)

/** The variables that a text still names, as they are written, each once. */
export const unfilled = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(inText)].flatMap(([whole, name]) => (variables.some((one) => one === name) ? [whole] : [])),
  ),
]

/** A text with another one in place of what is selected; on a separate line unless it begins one. */
export const inserted = (text: string, addition: string, from: number, to: number): string => {
  const before = text.slice(0, from)
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${before}${gap}${addition}${text.slice(to)}`
}
