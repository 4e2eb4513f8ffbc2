import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Outcome } from './outcome.ts'
import type { PlantedFault } from './planted-fault.ts'

export type Outcomes = Readonly<Record<string, Outcome>>

/** The last outcome of each fault, over all runs. */
export function readOutcomes(file: string): Outcomes {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Outcomes
  } catch {
    return {}
  }
}

export function saveOutcomes(file: string, outcomes: Outcomes): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`)
}

const listed = 3

/** The outcome of a fault in words. */
export function outcomeText(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'not run yet'
  if (!outcome.isFound) return `NOT FOUND: ${outcome.reason}`
  const more = outcome.by.length - listed
  return [...outcome.by.slice(0, listed), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

/** A page with all faults and the tests that found them. */
export function faultsPage(faults: readonly PlantedFault[], outcomes: Outcomes): string {
  const rows = faults.map(({ id, breaks, file }) => {
    const cells = [id, breaks, file.split('/')[1] ?? '', outcomeText(outcomes[id])]
    return `| ${cells.map(cellOf).join(' | ')} |`
  })
  return `# Planted faults

What this service must never get wrong, one fault of each kind, and the tests that turn red when it is planted. Written by
\`npm run faults -- --write\`; [Development](development.md#planted-faults) says how to repeat it.

| Fault | What breaks | Room | Found by |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

const cellOf = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', '<br>')
