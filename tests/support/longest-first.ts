import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'
import { readTestTimes } from '../../tools/test/test-times.ts'

/**
 * Orders the files of each project by the processor time they needed before, longest first, so that none begins late
 * and is waited for. A file without a time is taken for average per byte. Files of workers that serve several stay
 * together, because a worker serves one project; they come last, as they are the short ones.
 */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = estimate(files)
    const isShared = ({ project }: TestSpecification): number => (project.config.isolate ? 0 : 1)
    return Promise.resolve(
      files.toSorted(
        (a, b) =>
          isShared(a) - isShared(b) ||
          (isShared(a) && a.project.name.localeCompare(b.project.name)) ||
          costOf(b) - costOf(a),
      ),
    )
  }
}

function estimate(files: readonly TestSpecification[]): (file: TestSpecification) => number {
  const times = readTestTimes()
  const rows = files.map((file) => ({
    file,
    bytes: statSync(file.moduleId).size,
    seconds: times[relative(file.project.vitest.config.root, file.moduleId)],
  }))
  const known = rows.filter(({ seconds }) => seconds !== undefined)
  const bytes = known.reduce((sum, row) => sum + row.bytes, 0)
  const perByte = bytes === 0 ? 1 : known.reduce((sum, row) => sum + (row.seconds ?? 0), 0) / bytes
  const costs = new Map(rows.map((row) => [row.file, row.seconds ?? row.bytes * perByte]))
  return (file) => costs.get(file) ?? 0
}
