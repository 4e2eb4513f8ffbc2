import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { uptimeRobot } from './index.ts'

it('imports the answers of version 3, with contacts, windows, pages and hostile values', async () => {
  const files = importFiles('uptimerobot/monitors.json', 'uptimerobot/account.json')
  const imported = await importOf(uptimeRobot, files)
  expect(await goldenProblems(imported, 'uptimerobot/version-3')).toEqual([])
  expect(JSON.stringify([imported.resources, imported.report])).not.toMatch(/geheim/)
})

it('imports the answers of version 2 as those of version 3', async () => {
  const imported = await importOf(uptimeRobot, importFiles('uptimerobot/version-2.json'))
  expect(await goldenProblems(imported, 'uptimerobot/version-2')).toEqual([])
})

it.each([
  ['{"data": [{"id": 1,', 'may be cut off'],
  ['{"stat": "fail", "error": {"type": "invalid_parameter"}}', 'No file has monitors of UptimeRobot'],
  [`{"data": [${'{"type":"HTTP","interval":60},'.repeat(5000)}{"type":"HTTP","interval":60}]}`, 'at most 5000'],
])('rejects what is broken, empty or far too much (%#)', async (text, message) => {
  const failed = importOf(uptimeRobot, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})
