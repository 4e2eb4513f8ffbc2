import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { healthchecks } from './index.ts'

it('imports the answers of the API, with the addresses that jobs ping', async () => {
  const imported = await importOf(healthchecks, importFiles('healthchecks/checks.json', 'healthchecks/channels.json'))
  expect(await goldenProblems(imported, 'healthchecks/checks')).toEqual([])
})

it('imports a database with projects, channels and hostile values, and leaves out what cannot be', async () => {
  const imported = await importOf(healthchecks, importFiles('healthchecks/dump.json'))
  expect(await goldenProblems(imported, 'healthchecks/dump')).toEqual([
    expect.stringMatching(/^integration "broken" .* config\.address must be one mail address/),
    'check "Rotation" | alertChannels | The alert channel channel-c12 is not there.',
  ])
  expect(JSON.stringify(imported.resources)).not.toMatch(/geheim/)
})

it('reads rows of tables, with durations of SQLite in microseconds and links of their own', async () => {
  const rows = {
    api_check: [
      {
        id: 1,
        code: 'f618072a7bde4eeeaf6371a77c5723bc',
        name: 'a',
        kind: 'simple',
        timeout: 3_600_000_000,
        grace: 60_000_000,
      },
    ],
    api_channel: [{ id: 5, code: 'c', kind: 'email', value: 'a@shop.example' }],
    api_channel_checks: [{ channel_id: 5, check_id: 1 }],
  }
  const { resources } = await importOf(healthchecks, [textFile(JSON.stringify(rows))])
  expect(resources.map(({ value }) => value)).toMatchObject([
    { type: 'EMAIL' },
    {
      alertChannels: ['channel-c'],
      heartbeat: { period: 3600, grace: 60, pingToken: 'f618072a-7bde-4eee-af63-71a77c5723bc' },
    },
  ])
})

it.each([
  ['{"checks": [', 'may be cut off'],
  ['{"checks": []}', 'No file has checks'],
  [`{"checks": [${'{"name": "a"},'.repeat(99_999)}{"name": "a"}]}`, 'at most 10000'],
])('rejects what is broken, empty or far too much (%#)', async (text, message) => {
  const failed = importOf(healthchecks, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
