import { countsOf } from '#importing'
import type { Fate, Imported, ImportedSection, ReportLine } from '#importing'
import type { ImportPreviewResource } from '#contract'
import { plainText } from '../try/terminal-text.ts'

const headings = {
  impossible: 'Impossible:',
  approximated: 'Approximated:',
  unknown: 'Unknown, and not read:',
} as const satisfies Partial<Record<Fate, string>>
const needed = ['impossible', 'approximated', 'unknown'] as const

const nouns: Readonly<Record<ImportedSection, readonly [one: string, several: string]>> = {
  checks: ['check', 'checks'],
  groups: ['group', 'groups'],
  alertChannels: ['alert channel', 'alert channels'],
  maintenanceWindows: ['maintenance window', 'maintenance windows'],
  privateLocations: ['private location', 'private locations'],
  statusPageServices: ['status page service', 'status page services'],
  statusPages: ['status page', 'status pages'],
}
/** Sound because the table is a constant without further keys. */
const sections = Object.keys(nouns) as readonly ImportedSection[]

/** The number of resources, how many fields have each fate, and every line that needs a person. */
export function reportText(title: string, { resources, variables, report }: Imported): string {
  const counted = sections.flatMap((section) => {
    const count = resources.filter((resource) => resource.section === section).length
    return count === 0 ? [] : [`${count} ${nouns[section][count === 1 ? 0 : 1]}`]
  })
  const secrets = variables.length === 0 ? [] : [`${variables.length} ${variables.length === 1 ? 'secret' : 'secrets'}`]
  const counts = countsOf(report)
  const fates = (['exact', 'approximated', 'impossible', 'unknown', 'ignored'] as const).map(
    (fate) => `${counts[fate]} ${fate}`,
  )
  const lines = [
    `${title}: ${[...counted, ...secrets].join(', ') || 'nothing to import'}.`,
    `Fields: ${fates.join(', ')}.`,
    ...neededLines(report),
  ]
  return `${lines.join('\n')}\n`
}

/** The lines that need a person, those that say the same as one. */
export const neededLines = (report: readonly ReportLine[]): readonly string[] =>
  needed.flatMap((fate) => {
    const lines = report.filter((line) => line.fate === fate)
    const groups = Map.groupBy(lines, ({ field, note }) => JSON.stringify([field, note]))
    if (groups.size === 0) return []
    return ['', headings[fate], ...[...groups.values()].map(groupLine)]
  })

const shownItems = 3

function groupLine(lines: readonly ReportLine[]): string {
  const [{ field, note } = { field: '', note: '' }] = lines
  const items = lines.slice(0, shownItems).map(({ item }) => item)
  const more = lines.length > shownItems ? ` and ${lines.length - shownItems} more` : ''
  const what = [field, note].filter((text) => text !== '').join(': ')
  return `  ${printable(`${items.join(', ')}${more}${what === '' ? '' : ` · ${what}`}`)}`
}

/** Names come from files of others: they may not control the terminal. */
export const printable = (text: string): string => plainText(text).replaceAll(/\s+/g, ' ')

const marks = { CREATE: '+', UPDATE: '~', MISSING: '!', UNCHANGED: '=' } as const
const notes = {
  CREATE: '',
  UPDATE: '  (another value)',
  MISSING: '  (hidden by the source: create it as a secret)',
  UNCHANGED: '',
} as const

/** A line for each variable that would change, or that a person has to create. */
export const variableLines = (variables: ImportPreviewResource['variables']): readonly string[] =>
  variables
    .filter(({ action }) => action !== 'UNCHANGED')
    .map(({ key, action }) => `  ${marks[action]} variable ${printable(key)}${notes[action]}`)
