import { afterAll, expect, it, describe } from 'vitest'
import type { Observation, ObservedArtifact, StoredArtifact } from '#contract'
import { SystemClock } from '#kernel'
import { Scrubbers } from './scrub/scrubbers.ts'
import { storeFiles } from './store-files.ts'

const file: ObservedArtifact = {
  name: 'hunter22.log',
  kind: 'trace',
  contentType: 'a/b',
  bytes: Buffer.from('x'),
}
const reference: StoredArtifact = { id: 'id', name: 'n', kind: 'trace', contentType: 'a/b', sizeBytes: 1, sha256: 'h' }
const observation: Observation = {
  startedAt: 0,
  stoppedAt: 1,
  responseTimeMs: 1,
  answer: null,
  failure: null,
  log: [],
  artifacts: [file],
}
const now = (): number => 7
const accountId = 'account'
const scrubbers = new Scrubbers(new SystemClock())
afterAll(() => scrubbers.close())

it('files become references, their names without secrets, and what was not kept is in the log of the run', async () => {
  const given: string[] = []
  const stored = await storeFiles({ accountId, secrets: ['hunter22'] }, observation, {
    now,
    scrubbers,
    store: async (artifacts) => {
      given.push(...artifacts.map(({ name }) => name))
      return { stored: [reference], problems: ['One was too large.'] }
    },
  })
  expect(given).toEqual([expect.not.stringContaining('hunter22')])
  expect(stored).toMatchObject({
    storedArtifacts: [reference],
    log: [{ time: 7, level: 'WARN', msg: 'One was too large.' }],
  })
  expect(stored).not.toHaveProperty('artifacts')
})

it('a store that fails costs the files and nothing else of the run', async () => {
  const store = () => Promise.reject(new Error('the database is away'))
  const stored = await storeFiles({ accountId, secrets: [] }, observation, { now, scrubbers, store })
  expect(stored).toMatchObject({ startedAt: 0, log: [{ msg: 'The files of the run could not be stored.' }] })
  expect(stored).not.toHaveProperty('storedArtifacts')
})

it('contents lose their secrets before they are stored, and an archive that cannot be read is not stored', async () => {
  const text = { ...file, name: 'output.log', bytes: Buffer.from('password hunter22') }
  const broken = { ...file, name: 'trace.zip', bytes: Buffer.from('hunter22') }
  const given: string[] = []
  const store: Parameters<typeof storeFiles>[2]['store'] = async (artifacts) => {
    given.push(...artifacts.map(({ bytes }) => ('path' in bytes ? bytes.path : Buffer.from(bytes).toString())))
    return { stored: [], problems: [] }
  }
  const artifacts = [text, broken]
  const stored = await storeFiles(
    { accountId, secrets: ['hunter22'] },
    { ...observation, artifacts },
    { now, scrubbers, store },
  )
  expect(given).toEqual(['password *********'])
  expect(stored.log).toMatchObject([{ msg: expect.stringContaining('trace.zip was not kept') }])
})

describe('of a run whose files are not stored', () => {
  const store = () => Promise.reject(new Error('nothing may be stored'))
  const run = (artifacts: readonly ObservedArtifact[], changes: object = {}) =>
    storeFiles(
      { accountId, secrets: ['hunter22'], storesNoFiles: true, ...changes },
      { ...observation, artifacts },
      { store, scrubbers, now },
    )
  const image = (name: string, bytes: number): ObservedArtifact => ({
    name,
    kind: 'screenshot',
    contentType: 'image/png',
    bytes: Buffer.alloc(bytes, 'x'),
  })
  const sizesOf = ({ reportedFiles = [] }: Observation) =>
    reportedFiles.map(({ name, contentBase64 }) => [name, Buffer.from(contentBase64 ?? '', 'base64').length])
  const megabyte = 1024 * 1024

  it('the report has the screenshots, without secrets in their names, and no reports or traces', async () => {
    const reported = await run([image('hunter22.png', 3), file, { ...file, kind: 'report', name: 'report.json' }])
    expect(reported.reportedFiles).toEqual([
      { name: '*********.png', kind: 'screenshot', contentType: 'image/png', sizeBytes: 3, contentBase64: 'eHh4' },
    ])
    expect(reported).not.toHaveProperty('artifacts')
    expect(reported).not.toHaveProperty('storedArtifacts')
  })

  it('the report has the traces where they are requested, without secrets', async () => {
    const trace = { ...file, name: 'trace.txt', bytes: Buffer.from('password hunter22') }
    const { reportedFiles } = await run([trace], { reportsTraces: true })
    expect(Buffer.from(reportedFiles?.[0]?.contentBase64 ?? '', 'base64').toString()).toBe('password *********')
  })

  it('the report names what is too large for it, alone or together, and has everything else', async () => {
    const full = [1, 2, 3, 4].map((number) => image(`${number}.png`, megabyte))
    expect(sizesOf(await run([image('large.png', megabyte + 1), image('small.png', 5)]))).toEqual([
      ['large.png', 0],
      ['small.png', 5],
    ])
    expect(sizesOf(await run([...full, image('5.png', 1)])).slice(3)).toEqual([
      ['4.png', megabyte],
      ['5.png', 0],
    ])
  })
})
