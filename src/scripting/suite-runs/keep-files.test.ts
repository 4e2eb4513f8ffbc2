import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { maxArtifactBytes } from '#contract'
import { keepFiles } from './keep-files.ts'

const output = 'project/e2e/.belfry/test-results'
const root = mkdtempSync(join(tmpdir(), 'belfry-keep-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('copies the report and what it names, and nothing that leads out of the directory of the run', async () => {
  const [run, target, other] = ['run', 'target', 'other'].map((name) => join(root, name))
  for (const directory of [join(run ?? '', output, 'test'), target ?? '', other ?? ''])
    mkdirSync(directory, { recursive: true })
  const inRun = (name: string): string => join(run ?? '', name)
  writeFileSync(inRun('report.json'), '{}')
  writeFileSync(inRun(`${output}/test/trace.zip`), 'trace')
  writeFileSync(join(other ?? '', 'secret'), 'secret')
  symlinkSync(join(other ?? '', 'secret'), inRun(`${output}/link`))
  symlinkSync(other ?? '', inRun(`${output}/away`))
  writeFileSync(inRun(`${output}/huge`), '')
  truncateSync(inRun(`${output}/huge`), maxArtifactBytes + 1)
  const paths = ['test/trace.zip', 'link', 'away/secret', 'huge', 'missing', 'test', 'test/trace.zip']
  const files = paths.map((name) => ({ name, kind: 'file', contentType: 'x', path: `${output}/${name}` }) as const)
  const tests = { passed: 1, failed: 0, flaky: 0, skipped: 0 }
  const kept = await keepFiles(run ?? '', { tests, errors: [], files }, target ?? '')
  expect(kept.files.map(({ name, path }) => [name, readFileSync(path, 'utf8')])).toEqual([
    ['report.json', '{}'],
    ['test/trace.zip', 'trace'],
  ])
  expect(kept.lost).toEqual(['link', 'away/secret', 'huge', 'missing', 'test'])
})
