import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { outcomeOf } from './outcome.ts'
import { plant } from './plant.ts'
import type { PlantedFault } from './planted-fault.ts'
import { plantedFaults } from './planted/index.ts'
import { faultsPage, outcomeText, readOutcomes, saveOutcomes } from './results.ts'
import { runTests } from './run-tests.ts'
import { TreeCopy } from './tree-copy.ts'

const root = join(import.meta.dirname, '../..')
const resultFile = join(root, '.cache', 'faults.json')
const pageFile = join(root, 'docs', 'faults.md')
const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean' }, write: { type: 'boolean' } },
})
const stopping = new AbortController()
const { signal } = stopping
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())

async function main(): Promise<number> {
  const faults = chosenFaults()
  // All of them, before the first takes minutes.
  for (const fault of faults) plant(readFileSync(join(root, fault.file), 'utf8'), fault)
  if (values.list) {
    for (const { id, breaks, file, tests } of faults) print(`${id}: ${breaks}\n  ${file}; ${tests.join(', ')}`)
    return 0
  }
  const isComplete = await findAll(faults)
  if (values.write) writePage()
  return isComplete ? 0 : 1
}

/** Those that the arguments choose. Throws for an unknown id. */
function chosenFaults(): readonly PlantedFault[] {
  if (values.only === undefined) return plantedFaults
  return values.only.split(',').map((id) => {
    const found = plantedFaults.find((fault) => fault.id === id)
    if (found === undefined) throw new Error(`There is no fault ${id}; --list shows all.`)
    return found
  })
}

/** Plants one fault after the other and runs its tests. Answers whether all were found. */
async function findAll(faults: readonly PlantedFault[]): Promise<boolean> {
  const copy = new TreeCopy(root)
  try {
    const redBefore = await redWithoutFaults(copy.directory, faults)
    let missing = 0
    for (const [index, fault] of faults.entries()) {
      const startedAt = performance.now()
      const restore = copy.plant(fault)
      const run = await runTests(copy.directory, fault, { environment: environment(), signal })
      restore()
      if (signal.aborted) return false
      const outcome = outcomeOf(run, redBefore, Math.round((performance.now() - startedAt) / 1000))
      saveOutcomes(resultFile, { ...readOutcomes(resultFile), [fault.id]: outcome })
      missing += outcome.isFound ? 0 : 1
      print(`${index + 1}/${faults.length} ${fault.id} (${outcome.seconds} s)\n${indented(outcomeText(outcome))}`)
    }
    print(`${faults.length - missing} of ${faults.length} faults were found.`)
    return missing === 0
  } finally {
    copy.remove()
  }
}

/** What fails without a fault, and so finds none: whole files in one run, chosen tests of a file in one each. */
async function redWithoutFaults(tree: string, faults: readonly PlantedFault[]): Promise<ReadonlySet<string>> {
  const whole = faults.filter(({ names }) => names === undefined).flatMap(({ tests }) => tests)
  const parts = faults.filter(({ names }) => names !== undefined)
  const runs = [...(whole.length > 0 ? [{ tests: [...new Set(whole)] }] : []), ...parts]
  const red = new Set<string>()
  for (const chosen of runs) {
    if (signal.aborted) break
    const run = await runTests(tree, chosen, { environment: environment(), signal })
    for (const title of run.red) red.add(title)
  }
  for (const title of red) print(`Fails without any fault, so it finds none: ${title}`)
  return red
}

const environment = (): NodeJS.ProcessEnv => ({
  BELFRY_RUNTIMES_DIR: join(root, '.cache', 'runtimes'),
  ...process.env,
})

function writePage(): void {
  writeFileSync(pageFile, faultsPage(plantedFaults, readOutcomes(resultFile)))
  spawnSync(join(root, 'node_modules', '.bin', 'oxfmt'), [pageFile], { cwd: root })
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = await main()
