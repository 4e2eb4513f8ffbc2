import { afterAll, expect, it } from 'vitest'
import type { Observation, ObservedArtifact, StoredArtifact } from '#contract'
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
const scrubbers = new Scrubbers()
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

it('no file of a dry run is stored', async () => {
  const store = () => Promise.reject(new Error('nothing may be stored'))
  const stored = await storeFiles({ accountId, secrets: [], storesNoFiles: true }, observation, {
    now,
    scrubbers,
    store,
  })
  expect(stored).toEqual({ startedAt: 0, stoppedAt: 1, responseTimeMs: 1, answer: null, failure: null, log: [] })
})
