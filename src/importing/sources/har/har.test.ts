import { expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { SourceProblem } from '../../imported.ts'
import { har } from './index.ts'

it('imports the requests of a recording to its site, without cookies and secrets, and counts the rest', async () => {
  const imported = await importOf(har, importFiles('har/everything.har'))
  expect(await goldenProblems(imported, 'har/everything')).toEqual([])
  expect(JSON.stringify([imported.resources, imported.report])).not.toContain('geheim')
})

const entry = (index: number) =>
  `{"request":{"method":"GET","url":"https://a.example/${index}"},"response":{"status":200,"content":{"mimeType":"text/html"}}}`

it.each([
  ['{"log": {', 'may be cut off'],
  ['{"log": {}}', 'no log with entries'],
  [
    `{"log":{"entries":[${Array.from({ length: 20_000 }, (_none, index) => entry(index)).join(',')}]}}`,
    'at most 10000 requests',
  ],
])('rejects what is broken, foreign or far too much (%#)', async (text, message) => {
  const reading = importOf(har, [textFile(text, 'a.har')])
  await expect(reading).rejects.toBeInstanceOf(SourceProblem)
  await expect(reading).rejects.toThrow(message)
})

it('finds nothing in entries that are none, and counts them', async () => {
  const text = `{"log":{"entries":[null,1,${'['.repeat(10_000)}${']'.repeat(10_000)}]}}`
  const { resources, report } = await importOf(har, [textFile(text, 'a.har')])
  expect(resources).toEqual([])
  expect(report).toContainEqual(expect.objectContaining({ note: '3 requests are left out.' }))
})
