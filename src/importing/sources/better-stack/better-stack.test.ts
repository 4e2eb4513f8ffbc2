import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { betterStack } from './index.ts'
import { zoneOf } from './zones.ts'

it('imports monitors, heartbeats, pages and webhooks, with hostile values', async () => {
  const imported = await importOf(betterStack, importFiles('better-stack/everything.json'))
  expect(await goldenProblems(imported, 'better-stack/everything')).toEqual([])
  expect(JSON.stringify([imported.resources, imported.report])).not.toMatch(/geheim/)
})

it('knows the time zones of Ruby on Rails, and says when it does not', () => {
  const names = ['Berlin', 'Eastern Time (US & Canada)', 'Buenos Aires', 'UTC', 'Europe/Rome', 'Atlantis']
  expect(names.map(zoneOf)).toEqual([
    'Europe/Berlin',
    'America/New_York',
    expect.stringMatching(/Buenos_Aires$/),
    'UTC',
    'Europe/Rome',
    null,
  ])
})

it.each([
  ['{"data": [{"id":', 'may be cut off'],
  ['{"errors": "Invalid Team API token"}', 'No file has monitors of Better Stack'],
])('rejects what is broken or empty (%#)', async (text, message) => {
  const failed = importOf(betterStack, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
